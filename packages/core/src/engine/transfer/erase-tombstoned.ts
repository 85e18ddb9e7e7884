import type { RecordHistory } from "../../contracts/history.js";
import { scopeToPath } from "../../model/scope-path.js";
import { tombstoneHash } from "../../model/tombstone-hash.js";
import type { Engine } from "../engine.js";
import { EmbedderCachePurge } from "../forget/embedder-cache-purge.js";
import { erasing } from "../forget/erase.js";
import { emitForgotten } from "../forget/forget.js";
import { hookContext } from "../hooks/hook-context.js";
import type { ImportCall } from "./import-call.js";

const PAGE = 200;

/**
 * Removes for good what tombstones of the scope, or below it, say was erased, and what was derived
 * from it, and says how many records that were. What is removed gets a tombstone too. A page is all
 * or nothing; running it again goes on.
 */
export async function eraseTombstoned(engine: Engine, call: ImportCall): Promise<number> {
  let erased = 0;
  // What was derived from what this pass removes may be on a page before it.
  for (let found = -1; found !== 0; erased += found) found = await erasePass(engine, call);
  if (erased === 0) return 0;
  warnOf(engine, await engine.store.scrub({ signal: call.signal }));
  return erased;
}

function warnOf({ logger }: Engine, unreached: readonly string[]): void {
  for (const what of unreached) logger.warn(`an import erased something; not reached: ${what}`);
}

async function erasePass(engine: Engine, call: ImportCall): Promise<number> {
  const { scope, signal } = call;
  let erased = 0;
  let cursor: string | undefined;
  do {
    const page = await engine.store.histories(
      { within: [scope], reach: "below", limit: PAGE, cursor },
      { signal },
    );
    const found = [...(await findTombstoned(engine, page.items, call))];
    if (found.length > 0) {
      const at = engine.clock();
      const forgetting = new EmbedderCachePurge(engine);
      await forgetting.beforeRemoval(found, { signal });
      await engine.store.write(
        found.flatMap((record) => erasing(record, at)),
        { signal },
      );
      await forgetting.afterRemoval({ signal });
      warnOf(engine, forgetting.unreached);
      engine.surfacedLately.remove(found);
      await emitForgotten(engine, found, hookContext(engine, "import", call));
    }
    erased += found.length;
    ({ cursor } = page);
  } while (cursor !== undefined);
  return erased;
}

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
