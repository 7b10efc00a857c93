// A request a line comes in, a reply a line goes out.

import { createInterface } from "node:readline";

import { methods } from "./methods.mjs";

function reply({ id, method, params }) {
  const head = { jsonrpc: "2.0", id };
  const call = methods[method];
  if (!call) return { ...head, error: { code: -32601, message: `no method ${method}` } };
  return { ...head, result: call(params) };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(reply(JSON.parse(line))));
}
