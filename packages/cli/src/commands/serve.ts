import { randomBytes } from "node:crypto";

import type { Call } from "../command/call.js";
import { usageError } from "../command/cli-error.js";
import type { SERVE_FLAGS } from "../table/set-up-commands.js";
import { isLoopback } from "./serve/check-request.js";
import { startServer } from "./serve/http-server.js";

const PORT = 4114;
const LEAST_TOKEN = 16;

/** Runs `serve` until Ctrl-C or SIGTERM. */
export async function run(call: Call<typeof SERVE_FLAGS>): Promise<void> {
  const { flags, host, print, signal } = call;
  const { port = PORT, host: address = "127.0.0.1" } = flags;
  if (port > 65_535) throw usageError(`--port must be at most 65535, got "${port}"`);
  const given = host.env["KIOKU_TOKEN"];
  if (given !== undefined && !/^[\x21-\x7E]{16,1024}$/u.test(given)) {
    throw usageError(`KIOKU_TOKEN must have ${LEAST_TOKEN} to 1024 letters, digits and signs`);
  }
  if (given === undefined && !isLoopback(address)) {
    throw usageError(
      `--host ${address} is reached from other machines, which needs a token of your own`,
      `set KIOKU_TOKEN to at least ${LEAST_TOKEN} characters, or leave --host out`,
    );
  }
  const token = given ?? randomBytes(24).toString("base64url");
  const opened = await call.open();
  const { defaultLimit } = (await call.settings()).search;
  const server = await startServer(
    { opened, defaultLimit, clock: host.clock },
    { token, host: address, port, isReadOnly: flags["read-only"] },
  );
  await print.note(`Listening on ${server.url}`);
  if (given === undefined) await print.note(`Token: ${token}`);
  if (print.isJson) await print.result({ url: server.url }, () => []);
  if (!signal.aborted) {
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => resolve(), { once: true });
    await promise;
  }
  await server.stop();
}
