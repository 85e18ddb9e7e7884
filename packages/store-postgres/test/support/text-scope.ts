import type { MemoryRecord, Scope } from "@kioku/core";
import { pathToScope, textScorer, textWeights } from "@kioku/core/toolkit";
import type { TextStatistics, WriteOp } from "@kioku/core/toolkit";
import { sql } from "kysely";

import type { PostgresStoreOptions } from "../../src/index.js";
import { isUncovered } from "../../src/index/segment/coverage.js";
import { resolveOptions } from "../../src/options.js";
import { textToTerms } from "../../src/schema/term-text.js";
import { searchSegment } from "../../src/search/search-segment.js";
import type { SegmentSearch } from "../../src/search/segment-scores.js";
import { compile } from "../../src/sql/compile.js";
import type { StoreContext } from "../../src/store-context.js";
import { StoreSession } from "../../src/store-session.js";
import { deleteSelected } from "../../src/write/delete-selected.js";
import { writeBatch } from "../../src/write/write-batch.js";
import type { TestDatabase } from "./databases.js";

/** A session in a schema of its own, open. */
export async function openSession(
  database: Pick<TestDatabase, "newSchema"> & Pick<PostgresStoreOptions, "client">,
  schema = database.newSchema(),
): Promise<StoreSession> {
  const session = new StoreSession(resolveOptions({ client: database.client, schema }));
  await session.open();
  return session;
}

/** A text of a scope. */
export interface ScopeText {
  readonly id: string;
  readonly terms: readonly string[];
}

interface TextRow {
  readonly number: number;
  readonly terms: string;
  readonly term_count: number;
}

/** Result of a search: document frequencies of the terms, and scores by number. */
export interface Found {
  readonly documentFrequencies: readonly number[];
  readonly scores: ReadonlyMap<number, number>;
}

/** Puts texts in place of those that have their ids, some by `restore`. */
export async function putTexts(
  session: StoreSession,
  scope: string,
  texts: readonly ScopeText[],
): Promise<void> {
  const path = pathToScope(scope);
  const ops = texts.flatMap((text, index): WriteOp[] => {
    const record = recordOf(path, text.id);
    const { id, version, updatedAt: at } = record;
    const search = { textHash: text.terms.join("\n"), terms: text.terms, traits: 0, vectors: [] };
    const common = { search, contentHash: `${scope} ${id}` };
    if (index % 2 === 0) {
      const revisions = [{ version, change: "created" as const, at, searchable: true, record }];
      return [{ op: "restore", scope: path, id, revisions, idempotencyKeys: [], ...common }];
    }
    return [
      { op: "delete", scope: path, id, at, purge: true },
      { op: "put", record, change: "created", ...common },
    ];
  });
  await writeBatch(session, ops);
}

/** Deletes texts, or all. */
export async function deleteTexts(
  session: StoreSession,
  scope: string,
  ids: readonly string[] | "all",
): Promise<void> {
  const path = pathToScope(scope);
  if (ids === "all") {
    await deleteSelected(session, { within: [path], reach: "here" }, { at: NOW, purge: true });
  } else {
    const ops = ids.map((id) => ({ op: "delete" as const, scope: path, id, at: NOW }));
    await writeBatch(session, ops);
  }
}

const NOW = new Date(0);

function recordOf(scope: Scope, id: string): MemoryRecord {
  return {
    id,
    scope,
    kind: "note",
    content: id,
    metadata: {},
    form: "statement",
    origin: "user",
    trust: 1,
    sources: [],
    importance: 0.5,
    pinned: false,
    strength: { stabilityDays: 1, uses: 0 },
    createdAt: NOW,
    updatedAt: NOW,
    version: 1,
  };
}

/** Searches by segment, and by the texts that it does not cover. */
export async function findBySegment(
  context: StoreContext,
  scope: string,
  terms: readonly string[],
): Promise<Found & { readonly segment: SegmentSearch | undefined }> {
  const { channel, names } = context;
  const [segment, rows, statistics] = await Promise.all([
    searchSegment(context, scope, terms),
    channel.rows<TextRow>(
      compile(sql`
        select number, terms, term_count from ${names.records} as r
        where ${isUncovered(names, scope)}`),
    ),
    channel.rows<{ documents: number; totalTerms: number }>(
      compile(sql`
        select documents, terms as "totalTerms" from ${names.scopes} where scope = ${scope}`),
    ),
  ]);
  const texts = toTexts(rows);
  const others = frequencies(texts, terms);
  const documentFrequencies = others.map(
    (value, term) => value + (segment?.documentFrequencies[term] ?? 0),
  );
  const { documents = 0, totalTerms = 0 } = statistics[0] ?? {};
  const all = { documents, totalTerms, documentFrequencies };
  const scores = scan(texts, terms, all);
  for (const portion of segment?.score(textWeights(all)).chunks(3) ?? []) {
    for (const { number, score } of portion) scores.set(number ?? 0, score);
  }
  return { documentFrequencies, scores, segment };
}

/** Searches by a scan of all texts. */
export async function findByScan(
  { channel, names }: StoreContext,
  scope: string,
  terms: readonly string[],
): Promise<Found> {
  const rows = await channel.rows<TextRow>(
    compile(sql`
      select number, terms, term_count from ${names.records} where scope = ${scope}`),
  );
  const texts = toTexts(rows);
  const documentFrequencies = frequencies(texts, terms);
  const totalTerms = [...texts.values()].reduce((sum, { length }) => sum + length, 0);
  const statistics = { documents: texts.size, totalTerms, documentFrequencies };
  return { documentFrequencies, scores: scan(texts, terms, statistics) };
}

type Texts = ReadonlyMap<number, readonly string[]>;

function toTexts(rows: readonly TextRow[]): Texts {
  return new Map(
    rows.map(({ number, terms, term_count: count }) => [number, textToTerms(terms, count)]),
  );
}

function frequencies(texts: Texts, terms: readonly string[]): number[] {
  return terms.map((term) => [...texts.values()].filter((own) => own.includes(term)).length);
}

function scan(
  texts: Texts,
  terms: readonly string[],
  statistics: TextStatistics,
): Map<number, number> {
  const scorer = textScorer(statistics);
  const scores = new Map<number, number>();
  for (const [number, own] of texts) {
    const score = scorer(
      terms.map((term) => own.filter((one) => one === term).length),
      own.length,
    );
    if (score > 0) scores.set(number ?? 0, score);
  }
  return scores;
}

/** Numbers from 0 to below a bound, the same in every run. */
export function randomNumbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * bound);
  };
}

/** The numbers of a scope's rows in a table. */
export async function rowsOf(
  session: StoreSession,
  table: "segments" | "postings" | "graves",
  scope: string,
): Promise<readonly Record<string, unknown>[]> {
  return session.rows(
    undefined,
    [scope],
    ({ names }) => sql`select * from ${names[table]} where scope = ${scope}`,
  );
}
