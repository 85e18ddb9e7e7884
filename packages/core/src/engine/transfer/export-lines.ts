import type { ExportLine, ExportOptions, ExportParts, ExportedRecord } from "../../api/transfer.js";
import type { RecordHistory } from "../../contracts/history.js";
import { eachPage } from "../../contracts/store-helpers.js";
import type { StoredSpace } from "../../contracts/vector-space.js";
import { safeProgress } from "../../internal/async/notify.js";
import { checkCallOptions } from "../../internal/check/check-inputs.js";
import { checkBoolean, checkFunction, checkOneOf } from "../../internal/check/check.js";
import { recordKey } from "../../internal/record-key.js";
import { compareText } from "../../model/compare-text.js";
import type { Page } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { below, toExportedRecord, toExportedRevisions, vectorToText } from "./exported-record.js";
import { LineChecksum } from "./line-reader.js";

/** Records of one page. With their histories and vectors, a page is what is in memory at once. */
const PAGE = 200;
/** Tombstones are small. */
const TOMBSTONE_PAGE = 1_000;

type ExportCall = ExportOptions & { readonly scope: Scope };

/** Yields everything of a scope as lines, page by page. */
export async function* exportLines(engine: Engine, call: ExportCall): AsyncGenerator<ExportLine> {
  const parts = checkOptions(call);
  const checksum = new LineChecksum();
  const counts = { records: 0, tombstones: 0 };
  for await (const line of content(engine, call, parts)) {
    checksum.add(line);
    if (line.type === "record") counts.records += 1;
    if (line.type === "tombstone") counts.tombstones += 1;
    yield line;
  }
  yield { type: "footer", ...counts, sha256: checksum.digest() };
}

function checkOptions(call: ExportCall): ExportParts {
  const { scope: _, ...options } = call;
  checkCallOptions(options, ["reach", "records", "history", "vectors", "onProgress"]);
  const { reach = "below", records = true, history = true, vectors = false } = options;
  const { onProgress } = options;
  checkOneOf(reach, "options.reach", ["here", "below"]);
  checkBoolean(records, "options.records");
  checkBoolean(history, "options.history");
  checkBoolean(vectors, "options.vectors");
  if (onProgress !== undefined) checkFunction(onProgress, "options.onProgress");
  return { reach, records, history, vectors };
}

async function* content(
  engine: Engine,
  call: ExportCall,
  parts: ExportParts,
): AsyncGenerator<ExportLine> {
  const { store } = engine;
  const { scope, signal } = call;
  const within = { within: [scope], reach: parts.reach };
  yield { type: "header", format: "kioku", formatVersion: 1, parts };
  if (parts.records) yield* recordLines(engine, call, parts);
  const tombstones = pages(engine, call, (cursor) =>
    store.tombstones({ ...within, limit: TOMBSTONE_PAGE, cursor }, { signal }),
  );
  for await (const items of tombstones) {
    for (const { scope: owner, hash, at } of items) {
      yield { type: "tombstone", scope: below(owner, scope.length), hash, at: at.toISOString() };
    }
  }
}

async function* recordLines(
  engine: Engine,
  call: ExportCall,
  parts: ExportParts,
): AsyncGenerator<ExportLine> {
  const { store } = engine;
  const { scope, signal } = call;
  const onProgress = safeProgress(call.onProgress, engine.logger);
  const within = { within: [scope], reach: parts.reach };
  const spaces = await spacesOf(engine, call, parts);
  for (const { id, dimensions, state } of spaces) yield { type: "space", id, dimensions, state };
  let done = 0;
  let open: RecordHistory | undefined;
  const histories = pages(engine, call, (cursor) =>
    store.histories({ ...within, limit: PAGE, cursor }, { signal }),
  );
  for await (const page of histories) {
    const { earlier, items } = divide(page, open);
    if (parts.history && open) yield toExportedRevisions(earlier ?? gone(open), scope.length);
    const kept = parts.history ? items : items.filter((item) => item.revisions.at(-1)?.record);
    yield* await engine.lifecycle.run(signal, () => toLines(engine, kept, { call, parts, spaces }));
    done += kept.length;
    onProgress?.(done);
    const last = page.at(-1);
    open = last?.more ? last : undefined;
  }
  if (parts.history && open) yield toExportedRevisions(gone(open), scope.length);
}

/** Splits a page into the rest of the record that the page before ended in, and the others. */
function divide(
  page: readonly RecordHistory[],
  open: RecordHistory | undefined,
): { readonly earlier: RecordHistory | undefined; readonly items: readonly RecordHistory[] } {
  const [first, ...items] = page;
  const goesOn = first && open && recordKey(first) === recordKey(open);
  return goesOn ? { earlier: first, items } : { earlier: undefined, items: page };
}

/** Makes the end of a record that was erased while it was read. */
function gone({ scope, id }: RecordHistory): RecordHistory {
  return { scope, id, revisions: [], idempotencyKeys: [] };
}

/** Reads page by page; between two pages the memory may be closed. */
function pages<T>(
  engine: Engine,
  { signal }: ExportCall,
  read: (cursor: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<readonly T[]> {
  return eachPage((cursor) => engine.lifecycle.run(signal, () => read(cursor)));
}

/** Returns the spaces in a fixed order; none if no vectors are exported. */
async function spacesOf(
  engine: Engine,
  { signal }: ExportCall,
  { vectors }: ExportParts,
): Promise<readonly StoredSpace[]> {
  if (!vectors || engine.store.capabilities.vector === "none") return [];
  const spaces = await engine.lifecycle.run(signal, () => engine.store.spaces({ signal }));
  return spaces.toSorted((a, b) => compareText(a.id, b.id));
}

interface LinesCall {
  readonly call: ExportCall;
  readonly parts: ExportParts;
  readonly spaces: readonly StoredSpace[];
}

async function toLines(
  engine: Engine,
  items: readonly RecordHistory[],
  { call, parts, spaces }: LinesCall,
): Promise<readonly ExportedRecord[]> {
  const as = { depth: call.scope.length, history: parts.history };
  if (!parts.vectors) return items.map((item) => toExportedRecord(item, as));
  const bySpace = new Map<string, readonly (Float32Array | undefined)[]>();
  for (const { id } of spaces) {
    bySpace.set(id, await engine.store.vectors(id, items, { signal: call.signal }));
  }
  return items.map((item, index) => {
    const texts = [...bySpace].flatMap(([id, vectors]): readonly (readonly [string, string])[] => {
      const vector = vectors[index];
      return vector ? [[id, vectorToText(vector)]] : [];
    });
    return toExportedRecord(item, { ...as, vectors: Object.fromEntries(texts) });
  });
}
