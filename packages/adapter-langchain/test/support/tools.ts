import type { MemoryRoot } from "@kioku/core";
import type { StructuredToolInterface } from "@langchain/core/tools";

import { memoryTools } from "../../src/index.js";
import type { MemorySource, MemoryToolName, MemoryToolsOptions } from "../../src/index.js";

/** Every tool there is. */
export const ALL_TOOLS = ["remember", "recall", "update", "forget"] as const;

/** All tools of a memory, by their names. */
export function toolsByName<Context>(
  source: MemorySource<Context>,
  options: MemoryToolsOptions = {},
): Readonly<Record<MemoryToolName, StructuredToolInterface>> {
  const tools = memoryTools(source, { only: ALL_TOOLS, ...options });
  return Object.fromEntries(tools.map((tool) => [tool.name, tool])) as Readonly<
    Record<MemoryToolName, StructuredToolInterface>
  >;
}

/** Calls a tool directly and returns its answer. */
export async function ask(
  tool: StructuredToolInterface,
  args: Record<string, unknown>,
  config: object = {},
): Promise<string> {
  const answer: unknown = await tool.invoke(args, config);
  if (typeof answer !== "string") throw new Error("expected a text");
  return answer;
}

/** Remembers something, and says its id. */
export async function rememberedId(memory: MemoryRoot, content: string): Promise<string> {
  const receipt = await memory.remember(content);
  if (receipt.status === "rejected") throw new Error("expected it to be stored");
  return receipt.record.id;
}
