import type { RawBuilder } from "kysely";

import type { Statement } from "../../client/driver.js";
import { buryTexts } from "../../keyword/bury-texts.js";
import { compile } from "../../sql/compile.js";
import type { DatabaseContext } from "../../store-context.js";
import type { RecordEntry } from "../model/record-entry.js";
import type { WriteModel } from "../model/write-model.js";
import { countChanges } from "./count-changes.js";
import { releaseKeys, removeOf, removeVectors } from "./remove-beside.js";
import {
  insertVectors,
  replaceVectors,
  writeCounters,
  writeHistory,
  writeJobs,
  writeKeys,
  writeStrengths,
  writeTombstones,
} from "./write-beside.js";
import type { WrittenVector } from "./write-beside.js";
import { insertRecords, replaceRecords } from "./write-records.js";
import type { WrittenRecord } from "./write-records.js";

/** So many records or vectors are written by one statement: while the server works on them, the next ones are made ready. */
const PORTION = 500;

/**
 * What writes all that a batch changed: statements for each kind of change, in an order in which none is in the way of another. Each is made
 * when it is asked for.
 */
export function* flushStatements(
  context: DatabaseContext,
  model: WriteModel,
): Generator<Statement, undefined> {
  const entries = [...model.records];
  for (const statement of removals(context, entries)) yield compile(statement);
  for (const statement of insertions(context, entries)) yield compile(statement);
  const tombstones = model.newTombstones;
  if (tombstones.length > 0) yield compile(writeTombstones(context, tombstones));
}

type Statements = Iterable<RawBuilder<unknown>>;

/** A record goes before its strength, so that whoever strengthens it meanwhile leaves none behind. */
function removals(context: DatabaseContext, entries: readonly RecordEntry[]): Statements {
  const { names } = context;
  const replaced = entries.filter((entry) => entry.isReplaced);
  return [
    // First: whoever completes a job holds it until its vectors are there, so that they are seen by what removes them below.
    ...ifAny(
      entries.filter((entry) => entry.isJobDropped),
      (refs) => removeOf(names.embedding_jobs, refs),
    ),
    ...ifAny(entries.filter(isGone), (refs) => removeOf(names.records, refs)),
    ...ifAny(replaced, (refs) => removeOf(names.strength, refs)),
    ...ifAny(replaced, (refs) => removeOf(names.idempotency_keys, refs)),
    ...ifAny(
      entries.filter((entry) => entry.areVectorsDropped),
      (refs) => removeVectors(context, refs),
    ),
    ...ifAny(
      entries.filter((entry) => entry.isHistoryErased),
      (refs) => removeOf(names.history, refs),
    ),
    ...ifAny(entries.filter(releasesKey), (refs) => releaseKeys(context, refs)),
  ];
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
  const buried = entries.flatMap(({ path, buriedNumber: number }) =>
    number === undefined ? [] : [{ scope: path, number }],
  );
  const queued = entries.flatMap(({ path, id, jobRunsAt: runAt }) =>
    runAt === undefined ? [] : [{ path, id, runAt }],
  );
  const [added, changed] = [entries.filter(isNew), entries.filter((entry) => !isNew(entry))];
  const [bare, embedded] = [entries.filter(hasNoVectors), entries.filter(hasVectors)];
  yield* byPortion(writtenOf(added), (rows) => insertRecords(names, rows));
  yield* byPortion(writtenOf(changed), (rows) => replaceRecords(names, rows));
  yield* ifAny(used, (strengths) => writeStrengths(context, strengths));
  yield* ifAny(keys, (rows) => writeKeys(context, rows));
  yield* ifAny(versions, (rows) => writeHistory(context, rows));
  for (const [space, vectors] of vectorsBySpace(bare)) {
    yield* byPortion(vectors, (rows) => insertVectors(context, space, rows));
  }
  for (const [space, vectors] of vectorsBySpace(embedded)) {
    yield* byPortion(vectors, (rows) => replaceVectors(context, space, rows));
  }
  yield* ifAny(queued, (rows) => writeJobs(context, rows));
  yield* ifAny(buried, (rows) => buryTexts(names, rows));
  yield* ifAny(countChanges(entries), (changes) => writeCounters(context, changes));
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

function ifAny<Row>(
  rows: readonly Row[],
  statement: (rows: readonly Row[]) => RawBuilder<unknown>,
): Statements {
  return rows.length === 0 ? [] : [statement(rows)];
}

function* byPortion<Row>(
  rows: readonly Row[],
  statement: (rows: readonly Row[]) => RawBuilder<unknown>,
): Statements {
  for (let from = 0; from < rows.length; from += PORTION) {
    yield statement(rows.slice(from, from + PORTION));
  }
}
