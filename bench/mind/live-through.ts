import type { Memory, MemoryRecord, MemoryRoot } from "@kioku/core";
import { createMind } from "@kioku/mind";

import { toInput } from "../recall/to-input.ts";
import type { MindGroup } from "./mind-set.ts";

/** Time between two turns of a session, which have one time in the set. */
const PAUSE_MS = 20_000;

/** Texts that a mind wrote. */
export interface Lived {
  /** Facts that hold. */
  readonly facts: string;
  /** Summaries by thread. */
  readonly summaries: ReadonlyMap<string, string>;
}

/** Lets a mind hear a talk and consolidate it, in a scope of its own; returns what it wrote. */
export async function liveThrough(
  root: MemoryRoot,
  { id, records }: MindGroup,
  options: { readonly keepShare?: number } = {},
): Promise<Lived> {
  const memory = root.scope("mind", `${id} ${JSON.stringify(options)}`);
  const inputs = records.map((record, index) => {
    const at = new Date(record.at ?? "2026-01-01").getTime() + index * PAUSE_MS;
    return { ...toInput(record), content: record.text, occurredAt: new Date(at) };
  });
  await memory.rememberAll(inputs);
  await using mind = createMind({ memory, automatic: false, ...options });
  await mind.consolidate();
  const facts = await allOf(memory, "fact");
  const episodes = await allOf(memory, "episode");
  return {
    facts: facts.map(({ content }) => content).join("\n"),
    summaries: new Map(episodes.map(({ metadata }) => summaryOf(metadata["mind"]))),
  };
}

/** Returns the thread and the sentences of an episode. */
function summaryOf(mind: unknown): readonly [thread: string, summary: string] {
  const { thread = "", summary = [] } = mind as {
    readonly thread?: string;
    readonly summary?: readonly { readonly text: string }[];
  };
  return [thread, summary.map(({ text }) => text).join("\n")];
}

async function allOf(memory: Memory, kind: string): Promise<readonly MemoryRecord[]> {
  const all: MemoryRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await memory.list({ kinds: [kind], limit: 1_000, cursor });
    all.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return all;
}
