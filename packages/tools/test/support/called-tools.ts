import type { Memory } from "@kioku/core";

import { defineMemoryTools } from "../../src/index.js";
import type {
  MemoryToolAnswers,
  MemoryToolCall,
  MemoryToolName,
  MemoryToolsHost,
  MemoryToolsOptions,
} from "../../src/index.js";

/** Every tool there is. */
export const ALL_TOOLS = ["remember", "recall", "update", "forget"] as const;

/** Tools as a model calls them: with arguments that nobody has looked at. */
export type CalledTools = {
  readonly [Name in MemoryToolName]: (given: unknown) => Promise<MemoryToolAnswers[Name]>;
};

/** Circumstances of the calls. */
export interface CalledToolsSettings extends Partial<MemoryToolCall> {
  readonly options?: MemoryToolsOptions;
  readonly host?: MemoryToolsHost;
}

/** All tools of a memory, for a model that is trusted as long as the settings say nothing else. */
export function calledTools(memory: Memory, settings: CalledToolsSettings = {}): CalledTools {
  const { options, host, ...more } = settings;
  const definitions = defineMemoryTools({ only: ALL_TOOLS, ...options }, host);
  const call = { memory, trust: () => 1, ...more };
  const named = definitions.map(
    (one) => [one.tool, async (given: unknown) => one.run(one.check(given), call)] as const,
  );
  return Object.fromEntries(named) as unknown as CalledTools;
}

/** Remembers something, and says its id. */
export async function idOf(
  memory: Memory,
  input: Parameters<Memory["remember"]>[0],
): Promise<string> {
  const receipt = await memory.remember(input);
  if (receipt.status === "rejected") throw new Error("expected it to be stored");
  return receipt.record.id;
}

/** Returns the texts of a memory, oldest first, as `origin: content`. */
export async function contentsOf(memory: Memory): Promise<readonly string[]> {
  const { items } = await memory.list({ limit: 1_000 });
  return items.map(({ origin, content }) => `${origin}: ${content}`);
}
