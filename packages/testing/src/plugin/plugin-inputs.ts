import { MemoryError, type Memory, type MemoryRoot, type RememberInput } from "@kioku/core";

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

/** Reads with every verb that reads, and marks nothing as used. */
export async function readAll(view: Memory): Promise<void> {
  await view.recall("when is the rent due?");
  await view.recall({ query: "robins", mode: "keyword", reach: "below" });
  await view.context("what is played?");
  await view.surface({ cue: "绿茶" });
  await view.surface();
  const { items } = await view.list();
  for (const { id } of items.slice(0, 3)) {
    await view.read(id);
    await view.history(id);
  }
  await view.get("tea");
  await view.scopes();
}

/** Calls every verb that hooks see. A veto is an answer; whatever else rejects goes on. */
export async function tour(
  memory: MemoryRoot,
  view: Memory,
  inputs: readonly RememberInput[],
): Promise<void> {
  for (const input of inputs) await view.remember(input, { actor: "ann", cause: "said so" });
  await view.rememberAll(inputs.map((input) => ({ ...input, dedupe: "off" })));
  await unlessVetoed(() => view.set("tea", { green: 2 }));
  await readAll(view);
  const { items } = await view.list();
  const [first, second, third] = items.map(({ id }) => id);
  if (first !== undefined) {
    await unlessVetoed(() => view.update(first, { metadata: { seen: true } }));
    await view.markUsed(first);
  }
  if (second !== undefined) {
    await unlessVetoed(() => view.forget(second, { dryRun: true }));
    await unlessVetoed(() => view.forget(second));
  }
  if (third !== undefined) await unlessVetoed(() => view.erase(third));
  await unlessVetoed(() => view.forget({ key: "tea" }));
  await memory.sweep();
}

async function unlessVetoed(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!MemoryError.is(error, "rejected-by-plugin")) throw error;
  }
}
