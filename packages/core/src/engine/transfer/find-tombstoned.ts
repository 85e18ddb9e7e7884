import type { RecordHistory } from "../../contracts/history.js";
import { scopeToPath } from "../../model/scope.js";
import { tombstoneHash } from "../../model/tombstone-hash.js";
import type { Engine } from "../engine.js";
import type { ImportCall } from "./import-call.js";

/** Hashes of one question to the store, and tombstones of one answer. */
const AT_ONCE = 1_000;

/**
 * Those of the records that were erased: there is a tombstone in their scope for their id, or for
 * what one of their versions was derived from, or else it was derived from another one of them.
 */
export async function findTombstoned<R extends RecordHistory>(
  engine: Engine,
  records: readonly R[],
  { scope, signal }: ImportCall,
): Promise<ReadonlySet<R>> {
  const any = await engine.store.tombstones(
    { within: [scope], reach: "below", limit: 1 },
    { signal },
  );
  const found = new Set<R>();
  if (any.items.length === 0) return found;
  const named = new Map<string, R[]>();
  for (const record of records) {
    for (const hash of hashesOf(record)) {
      const name = nameOf(record.scope, hash);
      named.set(name, [...(named.get(name) ?? []), record]);
    }
  }
  const scopes = Map.groupBy(records, (record) => scopeToPath(record.scope));
  const within = [...scopes.values()].flatMap(([first]) => (first ? [first.scope] : []));
  const hashes = [...new Set(records.flatMap((record) => [...hashesOf(record)]))];
  for (let start = 0; start < hashes.length; start += AT_ONCE) {
    let cursor: string | undefined;
    do {
      const page = await engine.store.tombstones(
        {
          within,
          reach: "here",
          hashes: hashes.slice(start, start + AT_ONCE),
          limit: AT_ONCE,
          cursor,
        },
        { signal },
      );
      for (const tombstone of page.items) {
        for (const record of named.get(nameOf(tombstone.scope, tombstone.hash)) ?? []) {
          found.add(record);
        }
      }
      ({ cursor } = page);
    } while (cursor !== undefined);
  }
  addDerived(records, found);
  return found;
}

/** What was derived from what was found is found, too, as far as it is among the records. */
function addDerived<R extends RecordHistory>(records: readonly R[], found: Set<R>): void {
  const names = new Set([...found].map(({ scope, id }) => nameOf(scope, id)));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const record of records) {
      const isDerived = sourcesOf(record).some((id) => names.has(nameOf(record.scope, id)));
      if (!isDerived || found.has(record)) continue;
      found.add(record);
      names.add(nameOf(record.scope, record.id));
    }
  }
}

function sourcesOf({ revisions }: RecordHistory): readonly string[] {
  return revisions.flatMap(({ record }) => record?.sources ?? []);
}

function hashesOf(record: RecordHistory): ReadonlySet<string> {
  const ids = new Set([record.id, ...sourcesOf(record)]);
  return new Set([...ids].map((one) => tombstoneHash(one)));
}

function nameOf(scope: readonly string[], name: string): string {
  return JSON.stringify([scope, name]);
}
