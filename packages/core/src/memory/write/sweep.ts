import { checkFunction, checkNumber } from "../../check/check.js";
import { parseFilter } from "../../check/parse-filter.js";
import { MemoryError } from "../../errors/memory-error.js";
import type { Page } from "../../model/page.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { hasFaded } from "../../rank/fading.js";
import { checkWriteOptions } from "../check-call-options.js";
import type { Engine } from "../engine.js";
import { MAX_LIMIT } from "../limits.js";
import type { SweepOptions, SweepReport } from "../memory.js";
import { recallable } from "../recallable.js";
import { archiving } from "./archive.js";
import { announceForgotten } from "./forget.js";

/** What fading can put aside. Entries are kept up by writing their key again, so that they do not fade. */
const CAN_FADE = parseFilter({ "@pinned": false, "@key": { $exists: false } });

/** Removes what has expired and then, if asked to, archives what has faded, scope by scope. */
export async function sweep(engine: Engine, options: SweepOptions): Promise<SweepReport> {
  checkWriteOptions(options, ["archiveBelow", "onProgress"]);
  const { signal, archiveBelow = 0, onProgress } = options;
  checkNumber(archiveBelow, "options.archiveBelow", { min: 0, max: 1 });
  if (onProgress !== undefined) checkFunction(onProgress, "options.onProgress");
  return engine.lifecycle.run(signal, async () => {
    const expired = await engine.store.sweep(engine.clock(), { signal });
    await announceForgotten(engine, expired, signal);
    const removed = expired.length;
    let archived = 0;
    onProgress?.({ removed, archived });
    if (archiveBelow === 0) return { removed, archived };
    for await (const scope of allScopes(engine, signal)) {
      for await (const records of fadingPages(engine, scope, signal)) {
        const ids = await archiveFaded(engine, records, options);
        if (ids.length === 0) continue;
        engine.events.emit("archived", { scope, ids });
        archived += ids.length;
        onProgress?.({ removed, archived });
      }
    }
    return { removed, archived };
  });
}

/** Every scope that holds records. One at a time, because stores have their indexes by scope. */
async function* allScopes(engine: Engine, signal: AbortSignal | undefined): AsyncGenerator<Scope> {
  const readPage = (cursor: string | undefined): Promise<Page<Scope>> =>
    engine.store.scopes([], { limit: MAX_LIMIT, cursor }, { signal });
  for await (const scopes of eachPage(readPage)) yield* scopes;
}

/** Pages of the records of one scope that can fade: of those only that recall could find. */
async function* fadingPages(
  engine: Engine,
  scope: Scope,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly MemoryRecord[]> {
  yield* eachPage((cursor) => {
    const now = engine.clock();
    const selection = recallable({ within: [scope], reach: "here", where: CAN_FADE }, now);
    const page = { orderBy: "createdAt", order: "asc", limit: MAX_LIMIT, cursor } as const;
    return engine.store.list({ ...selection, ...page }, { signal });
  });
}

async function* eachPage<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<readonly T[]> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield page.items;
    ({ cursor } = page);
  } while (cursor !== undefined);
}

/** Archives, in one batch, those of the records that have faded, and returns their ids. */
async function archiveFaded(
  engine: Engine,
  records: readonly MemoryRecord[],
  { archiveBelow = 0, signal, actor, cause }: SweepOptions,
): Promise<readonly string[]> {
  let faded: readonly MemoryRecord[] = records.filter((record) =>
    hasFaded(record, engine.clock(), archiveBelow),
  );
  while (faded.length > 0) {
    const now = engine.clock();
    try {
      const ops = faded.map((record) => archiving(record, { now, actor, cause }));
      await engine.store.write(ops, { signal });
      return faded.map(({ id }) => id);
    } catch (error) {
      if (!MemoryError.is(error, "conflict")) throw error;
      const unchanged = await keepUnchanged(engine, faded, signal);
      if (unchanged.length === faded.length) throw error;
      faded = unchanged;
    }
  }
  return [];
}

/** What somebody wrote or deleted in the meantime is left to the next sweep. */
async function keepUnchanged(
  engine: Engine,
  records: readonly MemoryRecord[],
  signal: AbortSignal | undefined,
): Promise<readonly MemoryRecord[]> {
  const current = await engine.store.get(records, { now: engine.clock(), signal });
  return records.filter((record, index) => current[index]?.version === record.version);
}
