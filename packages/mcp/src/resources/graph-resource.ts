import type { Mind } from "@kioku/mind";
import type { McpServer } from "@modelcontextprotocol/server";

import { readGraph } from "../graph/read-graph.js";
import type { Guard } from "../server/guard.js";
import { shownMemories } from "../server/shown-memories.js";
import { shownOf } from "../tools/shown.js";
import { URIS } from "./uris.js";

const CONFIG = {
  title: "Knowledge Graph",
  description: "The full knowledge graph with all entities and relations",
  mimeType: "application/json",
};

/** Registers the graph as the reference server `server-memory` does. */
export function registerGraphResource(server: McpServer, mind: Mind, guard: Guard): void {
  server.registerResource("knowledge-graph", URIS.graph, CONFIG, async ({ href: uri }, call) => {
    const { signal } = call.mcpReq;
    return guard(uri, signal, async () => {
      const { doubted, ...graph } = await readGraph(mind, { signal });
      const text = JSON.stringify(graph, null, 2);
      shownMemories(mind).add({ status: "found", text, ...shownOf(doubted) });
      return { contents: [{ uri, mimeType: CONFIG.mimeType, text }] };
    });
  });
}
