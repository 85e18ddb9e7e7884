import type { RecordHistory, StoredRevision } from "../../contracts/history.js";
import type { RecordRef } from "../../contracts/memory-store.js";
import { recordKey } from "../../internal/record-key.js";
import { BEFORE_ALL } from "../../model/limits.js";
import type { MemoryRecord, RecordId } from "../../model/record.js";
import type { Engine } from "../engine.js";
import { scopesOf } from "./erase-tombstoned.js";
import { isSameRevision } from "./exported-record.js";
import type { ImportCall } from "./import-call.js";

const PAGE = 200;

/** State of a memory under the id of a record, as of its last change. */
export interface Own extends RecordId {
  readonly at: Date;
  readonly version: number;
  readonly expiresAt: Date | undefined;
  readonly isDeleted: boolean;
  /** True if it equals the incoming record, as far as that is known by now. */
  readonly isSame: boolean;
}

/** Records of a memory under the ids of a batch, by `recordKey`, and under its `heldNames`. */
export interface Here {
  readonly own: ReadonlyMap<string, Own>;
  readonly holders: ReadonlyMap<string, MemoryRecord>;
}

/** Returns one string for each key and idempotency key, which only one record can hold. */
export function heldNames(record: RecordHistory): readonly string[] {
  return [...refsOf(record).keys()];
}

/** Looks up the records here that have the ids and the keys of a batch. */
export async function findHere(
  engine: Engine,
  records: readonly RecordHistory[],
  call: ImportCall,
): Promise<Here> {
  const own = await compareAll(engine, records, call);
  const refs = new Map(records.flatMap((record) => [...refsOf(record)]));
  if (refs.size === 0) return { own, holders: new Map() };
  const options = { now: BEFORE_ALL, signal: call.signal };
  const found = await engine.store.get([...refs.values()], options);
  const named = [...refs.keys()].map((name, index) => [name, found[index]] as const);
  const holders = named.flatMap(([name, record]) => (record ? [[name, record] as const] : []));
  return { own, holders: new Map(holders) };
}

/** Compares records with the histories here, and reads as much of each as there is to compare. */
async function compareAll(
  { store }: Engine,
  records: readonly RecordHistory[],
  { history, signal }: ImportCall,
): Promise<ReadonlyMap<string, Own>> {
  const incoming = new Map(records.map((record) => [recordKey(record), record]));
  const comparisons = new Map<string, Comparison>();
  let left = records;
  let cursor: string | undefined;
  while (left.length > 0) {
    const ids = [...new Set(left.map(({ id }) => id))];
    const request = { within: scopesOf(left), reach: "here", ids, limit: PAGE, cursor } as const;
    const page = await store.histories(request, { signal });
    for (const part of page.items) {
      const name = recordKey(part);
      const record = incoming.get(name);
      if (!record) continue;
      const comparison = comparisons.get(name) ?? new Comparison(part, record, history);
      comparison.add(part);
      comparisons.set(name, comparison);
    }
    const last = page.items.at(-1);
    const isDone = last?.more && comparisons.get(recordKey(last))?.isDone;
    const rest = isDone ? left.filter((one) => !comparisons.has(recordKey(one))) : left;
    ({ cursor } = page);
    if (cursor === undefined) break;
    if (rest.length < left.length) cursor = undefined;
    left = rest;
  }
  return new Map([...comparisons].map(([name, comparison]) => [name, comparison.own]));
}

/** Compares a record with its history here, part by part, the newest version first. */
class Comparison {
  readonly #incoming: RecordHistory;
  readonly #history: boolean;
  readonly #own: Omit<Own, "isSame">;
  /** Incoming versions to compare, oldest first. */
  readonly #left: StoredRevision[];
  #isSame: boolean;

  constructor(newest: RecordHistory, incoming: RecordHistory, history: boolean) {
    const { scope, id, revisions, idempotencyKeys } = newest;
    const { at = BEFORE_ALL, version = 0, record } = revisions.at(-1) ?? {};
    this.#incoming = incoming;
    this.#history = history;
    this.#left = incoming.revisions.slice(history ? 0 : -1);
    this.#isSame = JSON.stringify(idempotencyKeys) === JSON.stringify(incoming.idempotencyKeys);
    this.#own = { scope, id, at, version, expiresAt: record?.expiresAt, isDeleted: !record };
  }

  get own(): Own {
    return { ...this.#own, isSame: this.#isSame && this.#left.length === 0 };
  }

  /** True if earlier versions change nothing: there are none, or they are in lines to come. */
  get isDone(): boolean {
    const hasMore = !this.#history || this.#incoming.more === true;
    return !this.#isSame || (this.#left.length === 0 && hasMore);
  }

  add({ revisions }: RecordHistory): void {
    for (const revision of revisions.toReversed()) {
      if (this.isDone) return;
      const other = this.#left.pop();
      this.#isSame = other !== undefined && isSameRevision(revision, other);
    }
  }
}

function refsOf({ scope, revisions, idempotencyKeys }: RecordHistory): Map<string, RecordRef> {
  const refs = new Map<string, RecordRef>();
  const key = revisions.at(-1)?.record?.key;
  if (key !== undefined) refs.set(JSON.stringify([scope, "key", key]), { scope, key });
  for (const idempotencyKey of idempotencyKeys) {
    refs.set(JSON.stringify([scope, "idempotency", idempotencyKey]), { scope, idempotencyKey });
  }
  return refs;
}
