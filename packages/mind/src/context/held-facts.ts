import type { AsOf, CallOptions, Memory } from "@kioku/core";
import { compareText } from "@kioku/core/toolkit";

import { type HeldFact, readHeldByKeys, toHeld } from "../documents/read-facts.js";
import { KINDS, OWN } from "../model/kinds.js";
import type { MindHost } from "../model/mind-host.js";
import { listByPrefix, PAGE, readByKeys } from "../records/read-records.js";
import { mainKeys, readKeys, subjectKey, type SubjectKeys } from "../records/subject-keys.js";

/** Most people whose portraits are shown. */
export const MAX_SUBJECTS = 5;
/** Subject of the self concept. */
export const SELF = "assistant";

/** Who takes part in a talk. */
export interface Speaking {
  readonly speakers: readonly string[];
}

/** Moment, and who takes part in the talk. */
interface HeldCall extends CallOptions, Speaking {
  readonly asOf?: AsOf | undefined;
}

/** Beginning of the keys of what is kept of persons, and most that are looked at. */
const PREFIX = "mind/subject/";
const MAX_KEPT = 100;

/** Reads the facts that hold: the newest, and of what is durable more. */
export async function readHeld(
  { memory }: MindHost,
  { asOf, speakers, signal }: HeldCall,
): Promise<readonly HeldFact[]> {
  const kept = asOf === undefined ? await readKept(memory, { speakers, signal }) : undefined;
  if (kept) return kept;
  const query = {
    kinds: [KINDS.fact],
    filter: OWN.fact,
    includeArchived: true,
    limit: PAGE,
    asOf,
    orderBy: "createdAt",
    order: "desc",
  } as const;
  const { items, cursor } = await memory.list(query, { signal });
  const records = new Map(items.map((record) => [record.id, record]));
  if (cursor !== undefined) {
    const filter = { ...OWN.fact, "mind.attribute": { $exists: true } };
    const durable = await memory.list({ ...query, filter }, { signal });
    for (const record of durable.items) records.set(record.id, record);
  }
  return [...records.values()].flatMap(toHeld);
}

/** Reads facts by the keys that runs keep; `undefined` if no run has kept any. */
async function readKept(
  memory: Memory,
  { speakers, signal }: CallOptions & Speaking,
): Promise<readonly HeldFact[] | undefined> {
  const first = [SELF, ...speakers.slice(0, MAX_SUBJECTS)].map(subjectKey);
  const records = new Map([
    ...(await readByKeys(memory, first, { signal })),
    ...(await listByPrefix(memory, PREFIX, { limit: MAX_KEPT, signal })).map(
      (record) => [record.key ?? "", record] as const,
    ),
  ]);
  if (records.size === 0) return undefined;
  const isFirst = new Set(first);
  const chosen = [...records]
    .map(([key, record]) => ({ key, keys: readKeys(record) }))
    .toSorted(
      (a, b) =>
        Number(isFirst.has(b.key)) - Number(isFirst.has(a.key)) ||
        countOf(b.keys) - countOf(a.keys) ||
        compareText(a.key, b.key),
    )
    .slice(0, MAX_SUBJECTS + 1);
  const keys = chosen.flatMap((one) => mainKeys(one.keys));
  return readHeldByKeys(memory, keys, { signal });
}

function countOf({ attributes, count }: SubjectKeys): number {
  return [...attributes.values()].reduce((sum, { length }) => sum + length, count);
}
