import type { Memory } from "@kioku/core";
import { tool } from "@langchain/core/tools";

import { memoryMiddleware } from "../../src/agent/index.js";
import type { MemoryMiddleware, MemoryMiddlewareOptions } from "../../src/agent/index.js";
import { agentMemory } from "./agents.js";

/** Content of a watched memory. */
export const FACT = "Ada likes green tea";
/** A tool to be called on the way. */
export const clock = tool(() => "noon", {
  name: "clock",
  description: "Says what time it is.",
  schema: { type: "object", properties: {}, additionalProperties: false },
});
/** A call of it. */
export const looksAtTheClock = { name: "clock", args: {} };

/** A memory that knows one thing, counts its recalls and learns something new at each of them. */
export async function watchedMemory(): Promise<{
  readonly memory: Memory;
  readonly queries: string[];
}> {
  const memory = agentMemory();
  await memory.remember(FACT);
  const queries: string[] = [];
  memory.on("recalled", ({ query }) => {
    queries.push(query);
    void memory.remember(`green tea was asked for, time ${queries.length}`);
  });
  return { memory, queries };
}

/** Middleware that recalls and remembers nothing. */
export function recallOnly(
  memory: Memory,
  more: Partial<MemoryMiddlewareOptions> = {},
): MemoryMiddleware {
  return memoryMiddleware({ memory, capture: "off", ...more });
}
