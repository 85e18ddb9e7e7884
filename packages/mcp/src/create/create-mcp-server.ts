import { checkObject } from "@kioku/core/toolkit";
import type { McpServer } from "@modelcontextprotocol/server";

import type { McpOptions } from "../server/mcp-options.js";
import { prepareServer } from "./prepare-server.js";

/**
 * Creates an MCP server for one connection or request: connect it to any transport of the SDK, or
 * register tools of your own beside.
 *
 * ```ts
 * const server = createMcpServer({ memory: memory.scope("users", "ana") });
 * await server.connect(transport);
 * ```
 * @throws `invalid-input` naming the option.
 */
export function createMcpServer(options: McpOptions): McpServer {
  checkObject(options, "options");
  const { memory, ...settings } = options;
  return prepareServer(settings)(memory);
}
