import type { Memory } from "@kioku/core";
import { AIMessage } from "@langchain/core/messages";
import { createAgent } from "langchain";

import { memoryMiddleware } from "../../src/agent/index.js";
import type { MemoryMiddlewareOptions } from "../../src/agent/index.js";
import { scriptedModel } from "./agents.js";

/** A run of a thread. */
export const THREAD = { configurable: { thread_id: "t1" } };

/** An agent that only talks and remembers. */
export function talker(
  memory: Memory,
  options: Partial<MemoryMiddlewareOptions> & { readonly answers?: readonly string[] } = {},
) {
  const { answers = [], ...more } = options;
  const model = scriptedModel((_, call) => new AIMessage(answers[call] ?? "Noted."));
  const middleware = [memoryMiddleware({ memory, recall: false, ...more })] as const;
  return createAgent({ model, tools: [], middleware });
}
