import type { RecordHistory } from "../../contracts/history.js";
import { eachPage } from "../../contracts/store-helpers.js";
import { chunk } from "../../internal/async/chunk.js";
import { recordKey } from "../../internal/record-key.js";
import { MAX_LIMIT } from "../../model/limits.js";
import { scopeToPath, type Scope } from "../../model/scope.js";
import { tombstoneHash } from "../../text/hash.js";
import type { Engine } from "../engine.js";
import { EmbedderCachePurge } from "../forget/embedder-cache-purge.js";
import { eraseOps } from "../forget/erase.js";
import { emitForgotten } from "../forget/forget.js";
import { derivedFrom } from "../forget/lineage.js";
import { historyPages } from "../history-pages.js";
import { hookContext } from "../hooks/run-hook.js";
import type { ImportCall } from "./import-call.js";

/** Removes what tombstones say was erased, and what was derived from it, and counts it. */
export async function eraseTombstoned(engine: Engine, call: ImportCall): Promise<number> {
  let erased = 0;
  // Records that were derived from what this pass removes may be on a page before it.
  for (let found = -1; found !== 0; erased += found) found = await erasePass(engine, call);
  if (erased > 0) warnOf(engine, await engine.store.scrub({ signal: call.signal }));
  return erased;
}

function warnOf({ logger }: Engine, unreached: readonly string[]): void {
  for (const what of unreached) logger.warn(`an import erased something; not reached: ${what}`);
}

async function erasePass(engine: Engine, call: ImportCall): Promise<number> {
  const { scope, signal } = call;
  let erased = 0;
  const request = { within: [scope], reach: "below", limit: 200 } as const;
  for await (const page of historyPages(engine, request, { signal })) {
    const found = [...(await findTombstoned(engine, page, call))];
    if (found.length === 0) continue;
    const at = engine.clock();
    const purge = new EmbedderCachePurge(engine);
    await purge.beforeRemoval(found, { signal });
    const ops = found.flatMap((record) => eraseOps(record, at));
    await engine.store.write(ops, { signal });
    await purge.afterRemoval({ signal });
    warnOf(engine, purge.unreached);
    engine.surfacedLately.remove(found);
    await emitForgotten(engine, found, hookContext(engine, "import", call));
    erased += found.length;
  }
  return erased;
}

/** Finds records with a tombstone for their id or a source, and those derived from them. */
export async function findTombstoned<R extends RecordHistory>(
  engine: Engine,
  records: readonly R[],
  { scope, signal }: ImportCall,
): Promise<ReadonlySet<R>> {
  const { store } = engine;
  const found = new Set<R>();
  const any = await store.tombstones({ within: [scope], reach: "below", limit: 1 }, { signal });
  if (any.items.length === 0) return found;
  const hashed = records.flatMap((record) => {
    const hashes = new Set([record.id, ...sourcesOf(record)].map(tombstoneHash));
    return [...hashes].map((hash) => ({ record, hash }));
  });
  const named = Map.groupBy(hashed, ({ record, hash }) =>
    recordKey({ scope: record.scope, id: hash }),
  );
  const request = { within: scopesOf(records), reach: "here", limit: MAX_LIMIT } as const;
  for (const hashes of chunk([...new Set(hashed.map(({ hash }) => hash))], MAX_LIMIT)) {
    const pages = eachPage((cursor) =>
      store.tombstones({ ...request, hashes, cursor }, { signal }),
    );
    for await (const page of pages) {
      for (const tombstone of page) {
        const erased = named.get(recordKey({ scope: tombstone.scope, id: tombstone.hash })) ?? [];
        for (const { record } of erased) found.add(record);
      }
    }
  }
  const traced = records.map((record) => {
    return { record, scope: record.scope, id: record.id, sources: sourcesOf(record) };
  });
  for (const { record } of derivedFrom(traced, [...found])) found.add(record);
  return found;
}

/** Returns the scopes of records, each once. */
export function scopesOf(records: readonly { readonly scope: Scope }[]): readonly Scope[] {
  return [...new Map(records.map(({ scope }) => [scopeToPath(scope), scope])).values()];
}

function sourcesOf({ revisions }: RecordHistory): readonly string[] {
  return revisions.flatMap(({ record }) => record?.sources ?? []);
}
