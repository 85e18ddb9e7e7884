import type { Call } from "../command/call.js";
import { usageError } from "../command/cli-error.js";
import type { SERVE_FLAGS } from "../table/set-up-commands.js";

/** Flags that only some of the servers have. */
const OF_MCP = ["http", "tools", "tokens"] as const;
const OF_HTTP = ["port", "host", "tokens", "allow-host"] as const;

/** Runs `serve` until Ctrl-C or SIGTERM, over stdio also until the end of its input. */
export async function run(call: Call<typeof SERVE_FLAGS>): Promise<void> {
  const { flags } = call;
  const isMcp = call.args[0] === "mcp";
  const isGiven = (name: keyof typeof SERVE_FLAGS): boolean =>
    Array.isArray(flags[name]) ? flags[name].length > 0 : Boolean(flags[name] ?? false);
  const foreign = isMcp ? undefined : OF_MCP.find(isGiven);
  if (foreign !== undefined) throw usageError(`--${foreign} needs the argument mcp`);
  // Loaded only here: a client waits for the first answer, and the other server takes time to load.
  if (!isMcp || flags.http) {
    const { serveHttp } = await import("./serve/serve-http.js");
    await serveHttp(call);
    return;
  }
  const lone = OF_HTTP.find(isGiven);
  if (lone !== undefined) throw usageError(`--${lone} needs --http`);
  const { serveMcpStdio } = await import("./serve/mcp-stdio.js");
  await serveMcpStdio(call);
}
