import type { StructuredToolInterface } from "@langchain/core/tools";
import { interopParse } from "@langchain/core/utils/types";

import { memoryOf } from "../tools/memory-source.js";
import type { MemorySource } from "../tools/memory-source.js";
import { toolsOf } from "../tools/memory-tools.js";
import type { ToolSettings } from "../tools/tool-settings.js";
import { toolRun } from "./agent-run.js";
import type { ResolvedMiddlewareOptions } from "./memory-middleware-options.js";
import type { TurnMemory } from "./turn-memory.js";

/**
 * The tools of a middleware: of the memory that it recalls from, and with the trust of what it has
 * shown.
 */
export function middlewareTools(
  tools: ToolSettings,
  turn: TurnMemory,
  { memory, contextSchema }: ResolvedMiddlewareOptions,
): StructuredToolInterface[] {
  // LangChain gives tools the context as the app gave it, and hooks what the schema made of it.
  const parsed = (context: unknown): unknown =>
    contextSchema ? interopParse(contextSchema, context ?? {}) : context;
  const source: MemorySource =
    typeof memory === "function"
      ? (run) => memoryOf(memory, { ...run, context: parsed(run.context) })
      : memory;
  return toolsOf(tools, {
    source,
    shownTrust: (messages, config) =>
      turn.shownTrust(messages, toolRun(config, parsed(config.context))),
  });
}
