import type { RawBuilder } from "kysely";

import { tombstoneTexts } from "../../index/segment/coverage.js";
import type { WrittenTable } from "../../index/vector-tables.js";
import type { WrittenRecord } from "../../schema/written-record.js";
import { compile } from "../../sql/compile.js";
import type { Statement } from "../../sql/driver.js";
import type { DatabaseContext } from "../../store-context.js";
import type { RecordEntry } from "../model/record-entry.js";
import type { WriteModel } from "../model/write-model.js";
import { chunks } from "./chunks.js";
import { countChanges, placesOf } from "./count-changes.js";
import {
  releaseKeys,
  removeEarlier,
  removeOf,
  writeCounters,
  writeHistory,
  writeJobs,
  writeKeys,
  writeStrengths,
  writeTombstones,
} from "./related-rows.js";
import type { KeptVersion } from "./related-rows.js";
import { removeVectors, writeVectors, type WrittenVector } from "./vector-rows.js";
import { insertRecords, replaceRecords } from "./write-records.js";

/** While the server works on one chunk, the next one is prepared. */
const CHUNK = 500;
const LONG_CHUNK = 5_000;

/** Yields the statements that write a batch, in an order without conflicts, each made on demand. */
export function* flushStatements(
  context: DatabaseContext,
  model: WriteModel,
): Generator<Statement, undefined> {
  const entries = [...model.records];
  const batch = { entries, tables: model.tables };
  for (const statement of removals(context, batch)) yield compile(statement);
  for (const statement of insertions(context, batch)) yield compile(statement);
  for (const rows of shortRows(model.newTombstones)) yield compile(writeTombstones(context, rows));
}

interface Batch {
  readonly entries: readonly RecordEntry[];
  readonly tables: readonly WrittenTable[];
}

type Statements = Generator<RawBuilder<unknown>, undefined>;

/** A record goes before its strength, so that a concurrent update leaves none behind. */
function* removals(context: DatabaseContext, { entries, tables }: Batch): Statements {
  const { names } = context;
  const replaced = entries.filter((entry) => entry.isReplaced);
  const unqueued = entries.filter((entry) => entry.isJobDropped);
  const unembedded = entries.filter((entry) => entry.areVectorsDropped);
  const erased = entries.filter((entry) => entry.isHistoryErased);
  const shortened = entries.filter((entry) => entry.historyFrom > 0);
  // First: a worker that completes a job holds it until its vectors are visible to the rest.
  for (const refs of shortRows(unqueued)) yield removeOf(names.embedding_jobs, refs);
  for (const refs of shortRows(entries.filter(isGone))) yield removeOf(names.records, refs);
  for (const refs of shortRows(replaced)) yield removeOf(names.strength, refs);
  for (const refs of shortRows(replaced)) yield removeOf(names.idempotency_keys, refs);
  for (const refs of shortRows(unembedded)) yield* removeVectors(context, tables, refs);
  for (const refs of shortRows(erased)) yield removeOf(names.history, refs);
  for (const refs of shortRows(shortened)) yield removeEarlier(context, refs);
  for (const refs of shortRows(entries.filter(releasesKey))) yield releaseKeys(context, refs);
}

function isGone({ isReplaced, current }: RecordEntry): boolean {
  return isReplaced && current === undefined;
}

function isNew({ stored }: RecordEntry): boolean {
  return stored === undefined;
}

function hasNoVectors(entry: RecordEntry): boolean {
  return isNew(entry) || entry.areVectorsDropped;
}

function releasesKey({ stored, current }: RecordEntry): boolean {
  const before = stored?.key ?? null;
  return current !== undefined && before !== null && current.key !== before;
}

function* insertions(context: DatabaseContext, { entries, tables }: Batch): Statements {
  const { names } = context;
  const used = entries.flatMap(({ path, id, current, isStrengthNew }) =>
    current && isStrengthNew ? [{ path, id, current }] : [],
  );
  const keys = entries.flatMap(({ path, id, newKeys }) =>
    [...newKeys].map((key) => ({ path, id, key })),
  );
  const versions = entries.flatMap(({ path, id, ended }) =>
    ended.map((version) => ({ path, id, ended: version })),
  );
  const removed = entries.flatMap(({ path, removedNumber: number }) =>
    number === undefined ? [] : [{ scope: path, number }],
  );
  const places = placesOf(entries);
  const queued = entries.flatMap((entry) => {
    const { path, id, jobRunsAt: runAt } = entry;
    const place = places.jobs.get(entry);
    return runAt === undefined || place === undefined ? [] : [{ path, id, runAt, place }];
  });
  const [added, changed] = [entries.filter(isNew), entries.filter((entry) => !isNew(entry))];
  const writtenOf = (some: readonly RecordEntry[]): readonly WrittenRecord[] =>
    some.flatMap((entry) => {
      const { path, stored, current } = entry;
      const place = places.texts.get(entry) ?? null;
      return current && current !== stored ? [{ path, current, place }] : [];
    });
  const counters = countChanges(entries, places.numbers);
  for (const rows of shortRows(counters)) yield writeCounters(context, rows);
  for (const rows of longRows(writtenOf(added), lengthOf)) yield insertRecords(names, rows);
  for (const rows of longRows(writtenOf(changed), lengthOf)) yield replaceRecords(names, rows);
  for (const rows of shortRows(used)) yield writeStrengths(context, rows);
  for (const rows of shortRows(keys)) yield writeKeys(context, rows);
  for (const rows of shortRows(versions, snapshotLength)) yield writeHistory(context, rows);
  for (const areNew of [true, false]) {
    const written = entries.filter((entry) => hasNoVectors(entry) === areNew);
    for (const [space, all] of vectorsBySpace(written)) {
      for (const vectors of longRows(all, vectorLength)) {
        yield* writeVectors(context, tables, { space, vectors, areNew });
      }
    }
  }
  for (const rows of shortRows(queued)) yield writeJobs(context, rows);
  for (const rows of shortRows(removed)) yield tombstoneTexts(names, rows);
}

function vectorsBySpace(entries: readonly RecordEntry[]): ReadonlyMap<string, WrittenVector[]> {
  const bySpace = new Map<string, WrittenVector[]>();
  for (const { path, id, vectors } of entries) {
    for (const [space, values] of vectors) {
      const written = bySpace.get(space) ?? [];
      written.push({ path, id, values });
      bySpace.set(space, written);
    }
  }
  return bySpace;
}

function lengthOf({ current }: WrittenRecord): number {
  const { content, metadata, sources, value, terms = [] } = current;
  const ofTerms = terms.reduce((sum, term) => sum + term.length + 1, 0);
  return content.length + metadata.length + (sources?.length ?? 0) + (value?.length ?? 0) + ofTerms;
}

function snapshotLength({ ended: { snapshot } }: KeptVersion): number {
  return snapshot?.length ?? 0;
}

function vectorLength({ values }: WrittenVector): number {
  return values.byteLength;
}

function longRows<Row>(
  rows: readonly Row[],
  charactersOf: (row: Row) => number,
): Iterable<readonly Row[]> {
  return chunks(rows, { rows: CHUNK, charactersOf });
}

function shortRows<Row>(
  rows: readonly Row[],
  charactersOf: (row: Row) => number = () => 0,
): Iterable<readonly Row[]> {
  return chunks(rows, { rows: LONG_CHUNK, charactersOf });
}
