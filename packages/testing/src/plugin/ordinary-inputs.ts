import type { RememberInput } from "@kioku/core";

import type { PluginSuiteOptions } from "./plugin-options.js";

/** Memories of every day. */
export const ORDINARY: readonly RememberInput[] = [
  { content: "Robins sing long before sunrise" },
  { content: "The rent is due on the first day of the month", kind: "fact", metadata: { page: 3 } },
  { content: "她喜欢喝绿茶", thread: "tea", origin: "assistant" },
  { content: "The orchestra played a symphony", origin: "web", importance: 0.7 },
];

/** Returns inputs for a plugin: ordinary memories, and those that it is for. */
export function inputsOf({ examples }: PluginSuiteOptions): readonly RememberInput[] {
  return [...ORDINARY, ...examples.map(({ input }) => input)];
}

/** The same memory once more, so that it is not taken for a duplicate. */
export function repeated(input: RememberInput): RememberInput {
  return { ...input, dedupe: "off" };
}
