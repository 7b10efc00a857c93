// A request a line comes in, a reply a line goes out.

import { createInterface } from "node:readline";

import { methods } from "./methods.mjs";

function reply({ id, method, params }) {
  const head = { jsonrpc: "2.0", id };
  const call = methods[method];
  if (!call) return { ...head, error: { code: -32601, message: `no method ${method}` } };
  try {
    return { ...head, result: call(params) };
  } catch (error) {
    console.error(error.stack); // standard error is free for logs
    return { ...head, error: { code: -32603, message: error.message } };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  console.log(JSON.stringify(reply(request)));
  if (request.method === "shutdown") break;
}
process.stdin.destroy(); // else Node waits for more input
