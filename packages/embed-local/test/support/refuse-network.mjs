/**
 * Preloaded into every thread: writes down each attempt to reach the network into the file
 * `KIOKU_TEST_NETWORK`, and refuses it.
 */
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import net from "node:net";

const log = process.env.KIOKU_TEST_NETWORK;

function refuse(what) {
  return () => {
    appendFileSync(log, `${what}\n`);
    throw new Error(`no network in this test: ${what}`);
  };
}

if (log !== undefined) {
  globalThis.fetch = refuse("fetch");
  net.Socket.prototype.connect = refuse("connect");
  dns.lookup = refuse("lookup");
  dns.promises.lookup = refuse("lookup");
}
