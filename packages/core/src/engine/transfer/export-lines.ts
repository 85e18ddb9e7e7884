import type { ExportLine, ExportOptions, ExportParts, ExportedRecord } from "../../api/transfer.js";
import type { RecordHistory } from "../../contracts/history.js";
import { eachPage } from "../../contracts/store-helpers.js";
import type { StoredSpace } from "../../contracts/write-op.js";
import { safeProgress } from "../../internal/async/notify.js";
import { checkCallOptions } from "../../internal/check/check-inputs.js";
import { checkBoolean, checkFunction, checkOneOf } from "../../internal/check/check.js";
import { recordKey } from "../../internal/record-key.js";
import { compareText } from "../../model/compare-text.js";
import type { Page } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { toExportedRecord, toExportedRevisions, vectorToText } from "./exported-record.js";
import { LineChecksum } from "./line-reader.js";

/** Records of one page. With their histories and vectors, a page is what is in memory at once. */
const PAGE = 200;
const TOMBSTONE_PAGE = 1_000;

type ExportCall = ExportOptions & { readonly scope: Scope };

interface CheckedCall extends Pick<ExportCall, "scope" | "signal" | "onProgress"> {
  readonly parts: ExportParts;
}

/** Yields everything of a scope as lines, page by page. */
export async function* exportLines(engine: Engine, call: ExportCall): AsyncGenerator<ExportLine> {
  const checked = { ...call, parts: checkOptions(call) };
  const checksum = new LineChecksum();
  const counts = { records: 0, tombstones: 0 };
  for await (const line of content(engine, checked)) {
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
  checkOneOf(reach, "options.reach", ["here", "below"]);
  checkBoolean(records, "options.records");
  checkBoolean(history, "options.history");
  checkBoolean(vectors, "options.vectors");
  if (options.onProgress !== undefined) checkFunction(options.onProgress, "options.onProgress");
  return { reach, records, history, vectors };
}

async function* content(engine: Engine, call: CheckedCall): AsyncGenerator<ExportLine> {
  const { scope, signal, parts } = call;
  yield { type: "header", format: "kioku", formatVersion: 1, parts };
  if (parts.records) yield* recordLines(engine, call);
  const request = { within: [scope], reach: parts.reach, limit: TOMBSTONE_PAGE };
  const tombstones = pages(engine, call, (cursor) =>
    engine.store.tombstones({ ...request, cursor }, { signal }),
  );
  for await (const items of tombstones) {
    for (const { scope: owner, hash, at } of items) {
      yield { type: "tombstone", scope: owner.slice(scope.length), hash, at: at.toISOString() };
    }
  }
}

async function* recordLines(engine: Engine, call: CheckedCall): AsyncGenerator<ExportLine> {
  const { scope, signal, parts } = call;
  const onProgress = safeProgress(call.onProgress, engine.logger);
  const spaces = await spacesOf(engine, call);
  for (const { id, dimensions, state } of spaces) yield { type: "space", id, dimensions, state };
  let done = 0;
  let open: RecordHistory | undefined;
  const request = { within: [scope], reach: parts.reach, limit: PAGE };
  const histories = pages(engine, call, (cursor) =>
    engine.store.histories({ ...request, cursor }, { signal }),
  );
  for await (const page of histories) {
    const [first] = page;
    // A page may begin with the rest of the record that the page before ended in.
    const earlier = first && open && recordKey(first) === recordKey(open) ? first : undefined;
    if (parts.history && open) yield toExportedRevisions(earlier ?? gone(open), scope.length);
    const items = earlier ? page.slice(1) : page;
    const kept = parts.history ? items : items.flatMap(withoutHistory);
    yield* await engine.lifecycle.run(signal, () => toLines(engine, kept, { call, spaces }));
    done += kept.length;
    onProgress?.(done);
    const last = page.at(-1);
    open = last?.more ? last : undefined;
  }
  if (parts.history && open) yield toExportedRevisions(gone(open), scope.length);
}

/** Returns a record as it is now; nothing of one that was deleted. */
function withoutHistory(stored: RecordHistory): readonly RecordHistory[] {
  const { scope, id, idempotencyKeys } = stored;
  const revisions = stored.revisions.slice(-1);
  return revisions[0]?.record ? [{ scope, id, revisions, idempotencyKeys }] : [];
}

/** Makes the end of a record that was erased while it was read. */
function gone({ scope, id }: RecordHistory): RecordHistory {
  return { scope, id, revisions: [], idempotencyKeys: [] };
}

/** Reads page by page; between two pages the memory may be closed. */
function pages<T>(
  engine: Engine,
  { signal }: CheckedCall,
  read: (cursor: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<readonly T[]> {
  return eachPage((cursor) => engine.lifecycle.run(signal, () => read(cursor)));
}

/** Returns the spaces in a fixed order; none if no vectors are exported. */
async function spacesOf(
  { store, lifecycle }: Engine,
  { signal, parts }: CheckedCall,
): Promise<readonly StoredSpace[]> {
  if (!parts.vectors || store.capabilities.vector === "none") return [];
  const spaces = await lifecycle.run(signal, () => store.spaces({ signal }));
  return spaces.toSorted((a, b) => compareText(a.id, b.id));
}

async function toLines(
  engine: Engine,
  items: readonly RecordHistory[],
  given: { readonly call: CheckedCall; readonly spaces: readonly StoredSpace[] },
): Promise<readonly ExportedRecord[]> {
  const { scope, signal, parts } = given.call;
  const texts = items.map((): (readonly [string, string])[] => []);
  for (const { id } of given.spaces) {
    const vectors = await engine.store.vectors(id, items, { signal });
    for (const [index, ofItem] of texts.entries()) {
      const vector = vectors[index];
      if (vector) ofItem.push([id, vectorToText(vector)]);
    }
  }
  return items.map((item, index) => {
    const vectors = parts.vectors ? Object.fromEntries(texts[index] ?? []) : undefined;
    return toExportedRecord(item, scope.length, vectors);
  });
}
