import { type CallToolResult, Client, InMemoryTransport } from "@modelcontextprotocol/client";

import { createMcpServer } from "../../src/create/create-mcp-server.js";
import type { McpOptions } from "../../src/server/mcp-options.js";

/** A client that is connected to a server within the process. */
export interface Connected {
  readonly client: Client;
  /** Calls a tool. */
  readonly call: (name: string, given?: Record<string, unknown>) => Promise<CallToolResult>;
}

/** Connects a client with a new server. */
export async function connect(options: McpOptions): Promise<Connected> {
  const [left, right] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1.0.0" });
  await createMcpServer(options).connect(left);
  await client.connect(right);
  return {
    client,
    call: async (name, given = {}) => client.callTool({ name, arguments: given }),
  };
}

/** Returns the text of a result. */
export function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}
