import type { RecordHistory } from "../../contracts/history.js";
import type { RecordRef } from "../../contracts/memory-store.js";
import { recordKey } from "../../internal/record-key.js";
import type { MemoryRecord, RecordId } from "../../model/record.js";
import type { Engine } from "../engine.js";
import { scopesOf } from "./erase-tombstoned.js";
import { isSameRevision } from "./exported-record.js";
import type { ImportCall } from "./import-call.js";

const PAGE = 200;
/** At this instant nothing has expired, so that every holder of a key is found. */
const BEFORE_ALL = new Date(-8.64e15);

/** State of a memory under the id of a record. */
export interface Own extends RecordId {
  /** When it was changed last. */
  readonly at: Date;
  /** That of the last change. */
  readonly version: number;
  readonly expiresAt: Date | undefined;
  readonly isDeleted: boolean;
  /** True if it equals the incoming record, as far as that is known by now. */
  readonly isSame: boolean;
}

/** Records of a memory under the ids and keys of a batch. */
export interface Here {
  /** By `recordKey`. */
  readonly own: ReadonlyMap<string, Own>;
  /** Holders of the names of `heldNames`. */
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
  { signal, history }: ImportCall & { readonly history: boolean },
): Promise<Here> {
  const own = await compareAll(engine, records, { history, signal });
  const refs = new Map(records.flatMap((record) => [...refsOf(record)]));
  const holders = new Map<string, MemoryRecord>();
  if (refs.size === 0) return { own, holders };
  const found = await engine.store.get([...refs.values()], { now: BEFORE_ALL, signal });
  for (const [index, name] of [...refs.keys()].entries()) {
    const record = found[index];
    if (record) holders.set(name, record);
  }
  return { own, holders };
}

/** Compares records with the histories here, and reads as much of each as there is to compare. */
async function compareAll(
  { store }: Engine,
  records: readonly RecordHistory[],
  { history, signal }: { readonly history: boolean; readonly signal: AbortSignal | undefined },
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
  /** Number of incoming versions to compare. */
  #left: number;
  #isSame: boolean;

  constructor(newest: RecordHistory, incoming: RecordHistory, history: boolean) {
    const { scope, id, revisions, idempotencyKeys } = newest;
    const last = revisions.at(-1);
    this.#incoming = incoming;
    this.#history = history;
    this.#left = history ? incoming.revisions.length : 1;
    this.#isSame = JSON.stringify(idempotencyKeys) === JSON.stringify(incoming.idempotencyKeys);
    this.#own = {
      scope,
      id,
      at: last?.at ?? BEFORE_ALL,
      version: last?.version ?? 0,
      expiresAt: last?.record?.expiresAt,
      isDeleted: last?.record === undefined,
    };
  }

  get own(): Own {
    return { ...this.#own, isSame: this.#isSame && this.#left === 0 };
  }

  /**
   * True if earlier versions change nothing: the incoming record has none, or they are in lines to
   * come.
   */
  get isDone(): boolean {
    return !this.#isSame || (this.#left === 0 && (!this.#history || this.#incoming.more === true));
  }

  add({ revisions }: RecordHistory): void {
    for (const revision of revisions.toReversed()) {
      if (this.isDone) return;
      const { length } = this.#incoming.revisions;
      const position = this.#history ? this.#left - 1 : length - 1;
      const other = this.#left === 0 ? undefined : this.#incoming.revisions[position];
      this.#isSame = other !== undefined && isSameRevision(revision, other);
      this.#left -= 1;
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
