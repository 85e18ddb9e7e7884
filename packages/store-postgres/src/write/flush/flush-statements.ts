import type { RawBuilder } from "kysely";

import { tombstoneTexts } from "../../index/segment/coverage.js";
import type { CurrentRecord } from "../../schema/record-row.js";
import { compile } from "../../sql/compile.js";
import type { Statement } from "../../sql/driver.js";
import type { DatabaseContext } from "../../store-context.js";
import type { RecordEntry } from "../model/record-entry.js";
import type { WriteModel } from "../model/write-model.js";
import { chunks } from "./chunks.js";
import {
  insertVectors,
  releaseKeys,
  removeEarlier,
  removeOf,
  removeVectors,
  replaceVectors,
  writeCounters,
  writeHistory,
  writeJobs,
  writeKeys,
  writeStrengths,
  writeTombstones,
} from "./related-rows.js";
import type { CounterChange, KeptVersion, WrittenVector } from "./related-rows.js";
import { insertRecords, replaceRecords, type WrittenRecord } from "./write-records.js";

/** While the server works on one chunk, the next one is prepared. */
const CHUNK = 500;
const LONG_CHUNK = 5_000;

/** Yields the statements that write a batch, in an order without conflicts, each made on demand. */
export function* flushStatements(
  context: DatabaseContext,
  model: WriteModel,
): Generator<Statement, undefined> {
  const entries = [...model.records];
  for (const statement of removals(context, entries)) yield compile(statement);
  for (const statement of insertions(context, entries)) yield compile(statement);
  for (const rows of shortRows(model.newTombstones)) yield compile(writeTombstones(context, rows));
}

type Statements = Generator<RawBuilder<unknown>, undefined>;

/** A record goes before its strength, so that a concurrent update leaves none behind. */
function* removals(context: DatabaseContext, entries: readonly RecordEntry[]): Statements {
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
  for (const refs of shortRows(unembedded)) yield removeVectors(context, refs);
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

function hasVectors(entry: RecordEntry): boolean {
  return !hasNoVectors(entry);
}

function releasesKey({ stored, current }: RecordEntry): boolean {
  const before = stored?.key ?? null;
  return current !== undefined && before !== null && current.key !== before;
}

function* insertions(context: DatabaseContext, entries: readonly RecordEntry[]): Statements {
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
  const queued = entries.flatMap(({ path, id, jobRunsAt: runAt }) =>
    runAt === undefined ? [] : [{ path, id, runAt }],
  );
  const [added, changed] = [entries.filter(isNew), entries.filter((entry) => !isNew(entry))];
  const [bare, embedded] = [entries.filter(hasNoVectors), entries.filter(hasVectors)];
  for (const rows of longRows(writtenOf(added), lengthOf)) yield insertRecords(names, rows);
  for (const rows of longRows(writtenOf(changed), lengthOf)) yield replaceRecords(names, rows);
  for (const rows of shortRows(used)) yield writeStrengths(context, rows);
  for (const rows of shortRows(keys)) yield writeKeys(context, rows);
  for (const rows of shortRows(versions, snapshotLength)) yield writeHistory(context, rows);
  for (const [space, vectors] of vectorsBySpace(bare)) {
    for (const rows of longRows(vectors, vectorLength)) yield insertVectors(context, space, rows);
  }
  for (const [space, vectors] of vectorsBySpace(embedded)) {
    for (const rows of longRows(vectors, vectorLength)) yield replaceVectors(context, space, rows);
  }
  for (const rows of shortRows(queued)) yield writeJobs(context, rows);
  for (const rows of shortRows(removed)) yield tombstoneTexts(names, rows);
  for (const rows of shortRows(countChanges(entries))) yield writeCounters(context, rows);
}

function writtenOf(entries: readonly RecordEntry[]): readonly WrittenRecord[] {
  return entries.flatMap(({ path, stored, current }) =>
    current && current !== stored ? [{ path, current }] : [],
  );
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

/** Counts the changes of scopes. A scope with nothing but history becomes known, too. */
function countChanges(entries: Iterable<RecordEntry>): readonly CounterChange[] {
  const changes = new Map<string, CounterChange>();
  const onlyHistory = new Set<string>();
  for (const { path, stored, current, ended } of entries) {
    if (!stored && !current && ended.length > 0) onlyHistory.add(path);
    else if (stored === current) continue;
    const { records, documents, terms } = changes.get(path) ?? countsOf(undefined);
    const [before, after] = [countsOf(stored), countsOf(current)];
    changes.set(path, {
      path,
      records: records + after.records - before.records,
      documents: documents + after.documents - before.documents,
      terms: terms + after.terms - before.terms,
    });
  }
  return [...changes.values()].filter(
    ({ path, records, documents, terms }) =>
      onlyHistory.has(path) || records !== 0 || documents !== 0 || terms !== 0,
  );
}

function countsOf(record: CurrentRecord | undefined): Omit<CounterChange, "path"> {
  if (!record) return { records: 0, documents: 0, terms: 0 };
  return {
    records: 1,
    documents: record.text_hash === null ? 0 : 1,
    terms: record.term_count,
  };
}
