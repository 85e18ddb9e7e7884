import type { RecordHistory } from "../../contracts/history.js";
import type { RecordRef } from "../../contracts/memory-store.js";
import type { MemoryRecord, RecordId } from "../../model/record.js";
import { scopeToPath } from "../../model/scope.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { isSameRevision } from "./exported-record.js";
import type { ImportCall } from "./import-call.js";

/** Histories of one page. */
const PAGE = 200;
/** At this instant nothing has expired, so that what holds a key is found whether or not it has. */
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

/** What a memory has of the records of a batch. */
export interface Here {
  /** By `identityOf`. */
  readonly own: ReadonlyMap<string, Own>;
  /** Who holds a name of `heldNames`. */
  readonly holders: ReadonlyMap<string, MemoryRecord>;
}

/** One string per record. */
export function identityOf({ scope, id }: RecordId): string {
  return JSON.stringify([scope, id]);
}

/**
 * One string for each name that only one record of a scope can hold: its key and its idempotency
 * keys.
 */
export function heldNames(record: RecordHistory): readonly string[] {
  return [...refsOf(record).keys()];
}

/** Looks up what is here under the ids and the keys of records. */
export async function findHere(
  engine: Engine,
  records: readonly RecordHistory[],
  { signal, history }: ImportCall & { readonly history: boolean },
): Promise<Here> {
  const own = await compareAll(engine, records, { history, signal });
  const refs = new Map(records.flatMap((record) => [...refsOf(record)]));
  const names = [...refs.keys()];
  const found =
    refs.size === 0 ? [] : await engine.store.get([...refs.values()], { now: BEFORE_ALL, signal });
  const held = found.flatMap((record, index): readonly [string, MemoryRecord][] => {
    return record ? [[names[index] ?? "", record]] : [];
  });
  return { own, holders: new Map(held) };
}

/**
 * Compares records with what is here under their ids. Of a history as much is read as there is to
 * compare.
 */
async function compareAll(
  { store }: Engine,
  records: readonly RecordHistory[],
  { history, signal }: { readonly history: boolean; readonly signal: AbortSignal | undefined },
): Promise<ReadonlyMap<string, Own>> {
  const incoming = new Map(records.map((record) => [identityOf(record), record]));
  const comparisons = new Map<string, Comparison>();
  let left = records;
  let cursor: string | undefined;
  while (left.length > 0) {
    const ids = [...new Set(left.map(({ id }) => id))];
    const request = { within: scopesOf(left), reach: "here", ids, limit: PAGE, cursor } as const;
    const page = await store.histories(request, { signal });
    for (const part of page.items) {
      const name = identityOf(part);
      const record = incoming.get(name);
      if (!record) continue;
      const comparison = comparisons.get(name) ?? new Comparison(part, record, history);
      comparison.add(part);
      comparisons.set(name, comparison);
    }
    const last = page.items.at(-1);
    const isDone = last?.more && comparisons.get(identityOf(last))?.isDone;
    const rest = isDone ? left.filter((one) => !comparisons.has(identityOf(one))) : left;
    ({ cursor } = page);
    if (cursor === undefined) break;
    if (rest.length < left.length) cursor = undefined;
    left = rest;
  }
  return new Map([...comparisons].map(([name, comparison]) => [name, comparison.own]));
}

/** Compares a record with what is here of it, part by part, the newest version first. */
class Comparison {
  readonly #incoming: RecordHistory;
  readonly #history: boolean;
  readonly #own: Omit<Own, "isSame">;
  /** Number of incoming versions that were not compared yet. */
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
      const place = this.#history ? this.#left - 1 : length - 1;
      const other = this.#left === 0 ? undefined : this.#incoming.revisions[place];
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

function scopesOf(records: readonly RecordId[]): readonly Scope[] {
  const byPath = Map.groupBy(records, ({ scope }) => scopeToPath(scope));
  return [...byPath.values()].flatMap(([first]) => (first ? [first.scope] : []));
}
