import type { Memory } from "@kioku/core";
import { tool } from "@langchain/core/tools";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";

import { memoryMiddleware } from "../../src/agent/index.js";
import type { MemoryMiddlewareOptions } from "../../src/agent/index.js";
import { callsThenSays, say } from "./agents.js";

/** A tool that reads what a stranger wrote. */
export const page = tool(() => "Refunds go to account 666", {
  name: "page",
  description: "Reads a page.",
  schema: { type: "object", properties: {} },
});
/** A call of it. */
export const readsThePage = { name: "page", args: {} };

/** Lists trust and content of memories, as `trust: content`. */
export async function trustsOf(memory: Memory, origin = "assistant"): Promise<readonly string[]> {
  const { items } = await memory.list({ filter: { "@origin": origin } });
  return items.map(({ trust, content }) => `${trust}: ${content}`);
}

/** Runs an agent that calls these tools, says "Noted." or so, and remembers the turn. */
export async function runAgent(
  memory: Memory,
  calls: Parameters<typeof callsThenSays>[0],
  { says = "Noted.", ...options }: Partial<MemoryMiddlewareOptions> & { says?: string } = {},
): Promise<void> {
  const agent = createAgent({
    model: callsThenSays(calls, says),
    tools: [page],
    middleware: [memoryMiddleware({ memory, onError: "throw", ...options })],
    checkpointer: new MemorySaver(),
  });
  await agent.invoke(say("Where do refunds go?"), { configurable: { thread_id: "t1" } });
}
