import { type Memory, type MemoryRecord, inMemoryStore, type RememberInput } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { type TestClock, testMemory } from "@kioku/testing/support";

import type { MindOptions } from "../../src/api/mind.js";
import { type Mind, createMind } from "../../src/index.js";
import { episodeToInput } from "../../src/records/episode-record.js";
import { factToInput } from "../../src/records/fact-record.js";

/** Stores that the tests run on. */
export const STORES = ["memory", "sqlite"] as const;

/** A mind and what it is made of. */
export interface TestMind {
  readonly mind: Mind;
  readonly memory: Memory & { close(): Promise<void> };
  readonly clock: TestClock;
}

/** Makes a mind on a store, which starts nothing by itself. */
export function testMind(
  store: (typeof STORES)[number] = "memory",
  options: Partial<MindOptions> = {},
): TestMind {
  const { memory, clock } = testMemory({
    store: store === "memory" ? inMemoryStore() : sqliteStore({ path: ":memory:" }),
  });
  const mind = createMind({ memory, clock: () => clock.now, automatic: false, ...options });
  return { mind, memory, clock };
}

/** Writes a turn; returns its record. */
export async function say(
  memory: Pick<Memory, "remember">,
  content: string,
  input: Partial<RememberInput> = {},
): Promise<MemoryRecord> {
  const receipt = await memory.remember({ content, kind: "message", dedupe: "off", ...input });
  if (receipt.status === "rejected") throw new Error("the turn was rejected");
  return receipt.record;
}

/** Fields of a fact that differ from the default. */
interface FactFields {
  readonly text?: string;
  readonly attribute?: string;
  readonly value?: string;
  readonly block?: string;
  readonly importance?: number;
  readonly replaces?: readonly string[];
  readonly validTo?: Date;
}

/** Writes a fact that turns prove, each wholly. */
export async function know(
  memory: Pick<Memory, "remember">,
  turns: readonly [MemoryRecord, ...MemoryRecord[]],
  fields: FactFields = {},
): Promise<MemoryRecord> {
  const [first] = turns;
  const { replaces, validTo, ...rest } = fields;
  const fact = {
    text: first.content,
    subject: first.speaker ?? (first.origin === "assistant" ? "assistant" : "user"),
    block: "other",
    importance: 0.5,
    by: "rule",
    evidence: turns.map(({ id, content }) => ({ source: id, quote: content })),
    occurredAt: first.occurredAt ?? first.createdAt,
    ...rest,
  };
  const writing = { run: "run-1", reason: "worth keeping", ifVersion: 0, replaces, validTo };
  const receipt = await memory.remember(factToInput(fact, writing));
  if (receipt.status === "rejected") throw new Error("the fact was rejected");
  return receipt.record;
}

function at({ occurredAt, createdAt }: MemoryRecord): Date {
  return occurredAt ?? createdAt;
}

/** Writes an episode whose summary is its turns. */
export async function live(
  memory: Pick<Memory, "remember">,
  turns: readonly [MemoryRecord, ...MemoryRecord[]],
  { number = 1, title = "A talk" }: { readonly number?: number; readonly title?: string } = {},
): Promise<MemoryRecord> {
  const [first] = turns;
  const episode = {
    thread: first.thread ?? "",
    number,
    title,
    run: "run-1",
    summary: turns.map(({ id, content }) => {
      return { text: content, by: "rule", evidence: [{ source: id, quote: content }] };
    }),
    turns: turns.map(({ id }) => id),
    startAt: at(first),
    endAt: at(turns.at(-1) ?? first),
  };
  const receipt = await memory.remember(episodeToInput(episode, 0));
  if (receipt.status === "rejected") throw new Error("the episode was rejected");
  return receipt.record;
}
