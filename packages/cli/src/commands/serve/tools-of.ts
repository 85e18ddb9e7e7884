import type { McpOptions } from "@kioku/mcp";

import type { FlagValues } from "../../command/flags.js";
import type { SERVE_FLAGS } from "../../table/set-up-commands.js";

/** Returns the tools that flags ask for. */
export function toolsOf(
  flags: Pick<FlagValues<typeof SERVE_FLAGS>, "tools" | "read-only">,
): Pick<McpOptions, "tools" | "readOnly"> {
  const tools = flags.tools?.split(",").map((name) => name.trim());
  return { readOnly: flags["read-only"], ...(tools === undefined ? {} : { tools }) };
}
