import type { CallOptions, ErasureReport, Memory, MemoryRecord } from "@kioku/core";

import { STATE_KINDS } from "../../command/selection.js";
import { viewOf } from "../../wire/find-memory.js";
import type { Removal } from "./removal-of-call.js";

const MOST_SHOWN = 20;

/** Memories that a removal would take. */
export interface Going {
  /** Number of the memories that are named. */
  readonly count: number;
  /** Number of records of the mind's state among what is named, beside these. */
  readonly states: number;
  /** The newest of the memories, at most 20. */
  readonly memories: readonly MemoryRecord[];
  /** Present for erasures. */
  readonly erasure?: GoingErasure;
}

/** Records that an erasure would take beside those. */
interface GoingErasure {
  /** Number of records that only their history has: forgotten, or changed since. */
  readonly past: number;
  readonly derivedCount: number;
  readonly derived: readonly MemoryRecord[];
}

interface GoingOptions extends CallOptions {
  readonly isErasure: boolean;
  readonly onProgress?: (looked: number) => void;
}

/** Reads what a removal would take, and changes nothing. */
export async function readGoing(
  memory: Memory,
  { target, reach, query }: Removal,
  { isErasure, onProgress, signal }: GoingOptions,
): Promise<Going> {
  const call = { dryRun: true, signal } as const;
  const scoped = typeof target === "string" ? call : { ...call, reach };
  const named = await memory.forget(target, scoped);
  const states = await countStates(memory, { target, reach }, { signal });
  const newest = { ...query, limit: MOST_SHOWN, order: "desc" } as const;
  const { items } = await memory.list(newest, { signal });
  const going = { count: named - states, states, memories: items };
  if (!isErasure) return going;
  const report = await memory.erase(target, { ...scoped, onProgress });
  const derived = await readDerived(memory, report, { signal });
  const past = report.records.length - named;
  return { ...going, erasure: { past, derivedCount: report.derived.length, derived } };
}

/** Counts the records of the mind's state that go with everything; 0 for other targets. */
export async function countStates(
  memory: Memory,
  { target, reach }: Pick<Removal, "target" | "reach">,
  { signal }: CallOptions,
): Promise<number> {
  if (typeof target === "string" || !("everything" in target)) return 0;
  const filter = { "@kind": { $in: STATE_KINDS } };
  return memory.forget({ filter }, { dryRun: true, reach, signal });
}

async function readDerived(
  memory: Memory,
  { derived }: ErasureReport,
  { signal }: CallOptions,
): Promise<readonly MemoryRecord[]> {
  const found = derived
    .slice(0, MOST_SHOWN)
    .map(async ({ scope, id }) => viewOf(memory, scope).read(id, { signal }));
  return (await Promise.all(found)).flatMap((record) => record ?? []);
}
