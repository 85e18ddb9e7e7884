/**
 * Memory as an MCP server: tools, resources and prompts, over stdio and HTTP.
 *
 * @module @kioku/mcp
 */
export { createMcpServer } from "./create/create-mcp-server.js";
export type { McpOptions, ToolGroup } from "./server/mcp-options.js";
export { createMcpHandler } from "./http/create-mcp-handler.js";
export type { HttpOptions, McpHandler, McpHandlerOptions } from "./http/mcp-handler.js";
export { staticTokens } from "./http/static-tokens.js";
export { serveStdio } from "./stdio/serve-stdio.js";
export type { StdioOptions, StdioServer } from "./stdio/serve-stdio.js";
export { importGraph } from "./graph/import-graph.js";
