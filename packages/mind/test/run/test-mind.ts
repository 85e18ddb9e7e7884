import { createMemory, inMemoryStore, type Memory, type MemoryStore } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { VirtualTimers } from "@kioku/testing/support";

import type { MindEvents } from "../../src/api/mind.js";
import type { MindHost, OwnMindEvent } from "../../src/model/mind-host.js";

/** Stores that runs are tested on. */
export const STORES: Readonly<Record<string, () => MemoryStore>> = {
  "in memory": () => inMemoryStore(),
  "on SQLite": () => sqliteStore({ path: ":memory:" }),
};

/** An event that a host emitted. */
type Emitted = {
  readonly [E in OwnMindEvent]: { readonly event: E; readonly payload: MindEvents[E] };
}[OwnMindEvent];

/** A host of a mind with virtual time. */
export interface TestMind {
  readonly host: MindHost;
  readonly memory: Memory;
  readonly timers: VirtualTimers;
  readonly emitted: readonly Emitted[];
  readonly logged: readonly string[];
}

/** Makes a host with defaults on a memory of its own. */
export function testMind(
  options: Partial<Omit<MindHost, "memory">> & {
    readonly store?: MemoryStore;
    readonly memory?: Memory;
    readonly timers?: VirtualTimers;
  } = {},
): TestMind {
  const { store = inMemoryStore(), timers = new VirtualTimers(START), ...members } = options;
  const { memory = createMemory({ store, clock: timers.clock }) } = members;
  const emitted: Emitted[] = [];
  const logged: string[] = [];
  const log = (message: string): void => {
    logged.push(message);
  };
  const at = (view: Memory): MindHost => ({
    kinds: ["message", "note"],
    keepShare: 0.5,
    leaseMs: 120_000,
    attempts: 3,
    automatic: true,
    recall: "rule",
    model: undefined,
    clock: timers.clock,
    schedule: timers.schedule,
    triggers: { idleMs: 28_800_000, messages: 20, tokens: 6000, importance: 150 },
    tokensPerDay: undefined,
    logger: { warn: log, error: log },
    emit: (event, payload) => emitted.push({ event, payload } as Emitted),
    at,
    ...members,
    memory: view,
    whole: view,
  });
  return { host: at(memory), memory, timers, emitted, logged };
}

/** Beginning of virtual time. */
export const START: Date = new Date("2026-03-02T09:00:00Z");

/** Remembers sentences of a talk, a minute apart, and returns their ids. */
export async function say(
  { memory, timers }: Pick<TestMind, "memory" | "timers">,
  texts: readonly string[],
  members: { readonly thread?: string; readonly speaker?: string; readonly trust?: number } = {},
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const content of texts) {
    const fixed = { kind: "message", thread: "talk", origin: "user" } as const;
    const receipt = await memory.remember({ content, ...fixed, ...members });
    if (receipt.status !== "rejected") ids.push(receipt.record.id);
    timers.advance(60_000);
  }
  return ids;
}

/** Returns some sentences about a person. */
export function sentences(count: number, from = 0): readonly string[] {
  const things = ["piano", "garden", "bicycle", "telescope", "kitchen"] as const;
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    return `I bought my ${things[number % 5] ?? ""} number ${number} in Lisbon last spring.`;
  });
}

/** Reads everything that a mind made, without ids, times and versions that a repetition changes. */
export async function made(memory: Memory): Promise<readonly string[]> {
  const texts = new Map<string, string>();
  const records = [];
  let cursor: string | undefined;
  do {
    const page = await memory.list({ limit: 1000, cursor, includeRetired: true });
    records.push(...page.items);
    ({ cursor } = page);
  } while (cursor !== undefined);
  for (const { id, content } of records) texts.set(id, content);
  return records
    .filter(({ kind }) => ["fact", "episode", "mind-state"].includes(kind))
    .filter(({ key }) => key !== "mind/progress" && key !== "mind/lease")
    .map(({ kind, key, content, sources, metadata, value, validTo, trust }) => {
      const said = JSON.stringify([kind, key, content, metadata, value, validTo, trust, sources]);
      const ids = new RegExp([...texts.keys()].join("|"), "gu");
      return said.replaceAll(ids, (id) => texts.get(id) ?? "").replaceAll(/"run":"[^"]*"/gu, "");
    })
    .toSorted();
}

/** Lists what a mind made of one kind and still holds. */
export async function listKind(memory: Memory, kind: string): ReturnType<Memory["list"]> {
  return memory.list({ kinds: [kind], limit: 1000 });
}

/** Returns a memory with other members. */
export function replaceMember(memory: Memory, members: Partial<Memory>): Memory {
  return new Proxy(memory, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(name in members ? members : target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
