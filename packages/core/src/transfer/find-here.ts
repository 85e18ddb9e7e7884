import type { Engine } from "../memory/engine.js";
import type { MemoryRecord } from "../model/record.js";
import { scopeToPath } from "../model/scope-path.js";
import type { Scope } from "../model/scope.js";
import type { RecordHistory } from "../store/history.js";
import type { RecordRef } from "../store/memory-store.js";
import type { RecordId } from "../store/write-op.js";
import type { ImportCall } from "./import-call.js";

/** Histories of one page. */
const PAGE = 200;
/** At this instant nothing has expired, so that what holds a key is found whether or not it has. */
const BEFORE_ALL = new Date(-8.64e15);

/** What a memory has of the records of a batch. */
export interface Here {
  /** By `identityOf`. */
  readonly histories: ReadonlyMap<string, RecordHistory>;
  /** Who holds a name of `heldNames`. */
  readonly holders: ReadonlyMap<string, MemoryRecord>;
}

/** One string per record. */
export function identityOf({ scope, id }: RecordId): string {
  return JSON.stringify([scope, id]);
}

/** One string for each name that only one record of a scope can hold: its key and its idempotency keys. */
export function heldNames(record: RecordHistory): readonly string[] {
  return [...refsOf(record).keys()];
}

/** Looks up what is here under the ids and the keys of records. */
export async function findHere(
  engine: Engine,
  records: readonly RecordHistory[],
  { signal }: ImportCall,
): Promise<Here> {
  const histories = new Map<string, RecordHistory>();
  const within = scopesOf(records);
  const ids = [...new Set(records.map(({ id }) => id))];
  let cursor: string | undefined;
  do {
    const page = await engine.store.histories(
      { within, reach: "here", ids, limit: PAGE, cursor },
      { signal },
    );
    for (const history of page.items) histories.set(identityOf(history), history);
    ({ cursor } = page);
  } while (cursor !== undefined);
  const refs = new Map(records.flatMap((record) => [...refsOf(record)]));
  const names = [...refs.keys()];
  const found =
    refs.size === 0 ? [] : await engine.store.get([...refs.values()], { now: BEFORE_ALL, signal });
  const held = found.flatMap((record, index): readonly [string, MemoryRecord][] => {
    return record ? [[names[index] ?? "", record]] : [];
  });
  return { histories, holders: new Map(held) };
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
