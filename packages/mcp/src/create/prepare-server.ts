import { type Memory, MemoryError } from "@kioku/core";
import { safeLogger } from "@kioku/core/toolkit";
import { createMind, type Mind } from "@kioku/mind";
import { McpServer } from "@modelcontextprotocol/server";

import { registerPrompts } from "../prompts/register-prompts.js";
import { announceChanges } from "../resources/announce-changes.js";
import { registerGraphResource } from "../resources/graph-resource.js";
import { registerResources } from "../resources/register-resources.js";
import { guardFor } from "../server/guard.js";
import { instructionsFor } from "../server/instructions.js";
import { checkSettings, type ServerSettings } from "../server/mcp-options.js";
import { prepareTool } from "../server/register-tool.js";
import { chooseTools } from "../tools/choose-tools.js";

/** Hint for lists: tools change with the server only, but hosts may add some for one user. */
const LIST = { ttlMs: 3_600_000, cacheScope: "private" } as const;
const CACHE_HINTS = {
  "tools/list": LIST,
  "prompts/list": LIST,
  "resources/templates/list": LIST,
  "server/discover": LIST,
};

/** Abilities of a transport. */
export interface Serving {
  /** Its clients can be told of changes. @defaultValue `true` */
  readonly announces?: boolean | undefined;
}

/**
 * Returns a function that creates the server of a memory. What does not depend on the memory is
 * made once: a stateless transport creates a server for each request.
 * @throws `invalid-input` naming the option.
 */
export function prepareServer(
  settings: ServerSettings,
  { announces = true }: Serving = {},
): (memory: Memory) => McpServer {
  checkSettings(settings);
  const { trust = 0.8, clock } = settings;
  const context = { trust, logger: safeLogger(settings.logger) };
  const chosen = chooseTools(settings);
  const registrations = chosen.map((tool) => prepareTool(tool, context));
  const tools = chosen.map(({ definition }) => definition.name);
  const guard = guardFor(context.logger);
  const options = {
    instructions: instructionsFor(tools),
    cacheHints: CACHE_HINTS,
    capabilities: {
      resources: { subscribe: announces, listChanged: false },
      prompts: { listChanged: announces },
      ...(tools.length > 0 ? { tools: { listChanged: announces } } : {}),
    },
  };
  return (memory) => {
    const mind = isMind(memory) ? memory : createMind({ memory, automatic: false, clock });
    const server = new McpServer({ name: "kioku", version: "0.0.0" }, options);
    for (const register of registrations) register(server, mind);
    registerResources(server, mind, { guard, given: memory });
    if (tools.includes("read_graph")) registerGraphResource(server, mind, guard);
    registerPrompts(server, mind, { guard, tools });
    if (announces) announceChanges(server, mind);
    return server;
  };
}

function isMind(memory: Memory): memory is Mind {
  if (typeof memory !== "object" || memory === null) {
    throw new MemoryError("invalid-input", "options.memory must be a memory");
  }
  return "document" in memory && "why" in memory;
}
