// The methods of the protocol.

import { hello } from "./hello.mjs";

export const methods = {
  initialize: () => hello,
};
