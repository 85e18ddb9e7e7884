import { randomBytes } from "node:crypto";

import { type Address, type Application, isLoopback } from "@kioku/studio/http";

import type { Call } from "../../command/call.js";
import { usageError } from "../../command/cli-error.js";
import type { SERVE_FLAGS } from "../../table/set-up-commands.js";
import { listen, portOf, untilEnd } from "./listen.js";

const PORT = 4114;
const LEAST_TOKEN = 16;

type ServeCall = Call<typeof SERVE_FLAGS>;

/** An application, and what has to be closed after it. */
interface Opened {
  readonly application: Application;
  /** Path of its address. */
  readonly path: string;
  close(): Promise<void>;
}

/** Serves JSON or MCP over HTTP until Ctrl-C or SIGTERM. */
export async function serveHttp(call: ServeCall): Promise<void> {
  const { flags, print, signal } = call;
  const { host = "127.0.0.1", "allow-host": names } = flags;
  const port = portOf(flags.port, PORT);
  const isMcp = call.args[0] === "mcp";
  const given = flags.tokens === undefined ? ownToken(call, isMcp) : undefined;
  if (given === undefined && flags.tokens === undefined && !isLoopback(host)) {
    throw usageError(
      `--host ${host} is reached from other machines, which needs a token of your own`,
      `set KIOKU_TOKEN to at least ${LEAST_TOKEN} characters, or leave --host out`,
    );
  }
  const token = given ?? randomBytes(24).toString("base64url");
  const address = { host, port, names };
  const opened = isMcp ? await openMcp(call, token, address) : await openJson(call, token);
  try {
    const server = await listen(opened.application, address);
    const url = `${server.url}${opened.path}`;
    await print.note(`Listening on ${url}`);
    if (given === undefined && flags.tokens === undefined) await print.note(`Token: ${token}`);
    if (print.isJson) await print.result({ url }, () => []);
    await untilEnd(signal);
    await server.stop();
  } finally {
    await opened.close();
  }
}

/** Returns the token that the user chose, if any. */
function ownToken({ host }: ServeCall, isMcp: boolean): string | undefined {
  const given = host.env["KIOKU_TOKEN"];
  if (given === undefined) return undefined;
  if (isMcp && !/^[\w\-.~+/=]{16,1024}$/u.test(given)) {
    throw usageError(`KIOKU_TOKEN must have ${LEAST_TOKEN} to 1024 letters, digits and -._~+/=`);
  }
  if (/^[\x21-\x7E]{16,1024}$/u.test(given)) return given;
  throw usageError(`KIOKU_TOKEN must have ${LEAST_TOKEN} to 1024 letters, digits and signs`);
}

async function openJson(call: ServeCall, token: string): Promise<Opened> {
  const { jsonApplication } = await import("./json-application.js");
  const opened = await call.open();
  const { defaultLimit } = (await call.settings()).search;
  const service = { opened, defaultLimit, clock: call.host.clock };
  const application = jsonApplication(service, { token, isReadOnly: call.flags["read-only"] });
  return { application, path: "", close: async () => undefined };
}

async function openMcp(call: ServeCall, token: string, address: Address): Promise<Opened> {
  const { flags, host, print } = call;
  const [{ mcpApplication, MCP_PATH }, { readTokens }, { openProject }, { loggerOf }, { toolsOf }] =
    await Promise.all([
      import("./mcp-application.js"),
      import("./read-tokens.js"),
      import("../hook/open-project.js"),
      import("./logger.js"),
      import("./tools-of.js"),
    ]);
  const tokens =
    flags.tokens === undefined ? { [token]: [] } : await readTokens(flags.tokens, host);
  const logger = loggerOf(print);
  // Tenants of a file are not in the project of the folder that the server happens to start in.
  const byFolder = flags.tokens === undefined;
  const opened = await openProject(call, { background: logger, byFolder });
  try {
    const options = { memory: opened.project, ...toolsOf(flags), clock: host.clock, logger };
    const application = mcpApplication({ ...options, tokens, address });
    return { application, path: MCP_PATH, close: async () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
