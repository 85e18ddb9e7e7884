import { textWeights } from "@kioku/core/toolkit";
import { sql } from "kysely";
import { expect, test } from "vitest";

import { buildSegment } from "../src/index/segment/build-segment.js";
import { staleSegments } from "../src/index/segment/stale-segments.js";
import { scrub } from "../src/maintain/scrub.js";
import { compile } from "../src/sql/compile.js";
import type { StoreSession } from "../src/store-session.js";
import { testDatabase } from "./support/databases.js";
import {
  expectOneGeneration,
  expectSame,
  randomText,
  SCOPE,
  texts,
} from "./support/random-texts.js";
import {
  deleteTexts,
  findBySegment,
  openSession,
  putTexts,
  randomNumbers,
  rowsOf,
} from "./support/text-scope.js";
import type { ScopeText } from "./support/text-scope.js";

const database = await testDatabase();

test("a search by segment finds what a scan finds, whatever is written between builds", async () => {
  const session = await openSession(database);
  const random = randomNumbers(7);
  await putTexts(session, SCOPE, texts(0, 150, random));
  await expectSame(session);
  let builds = 0;
  for (let round = 0; round < 12; round += 1) {
    const ids = Array.from({ length: 1 + random(20) }, () => String(random(200)));
    if (random(3) === 0) await deleteTexts(session, SCOPE, ids);
    else
      await putTexts(
        session,
        SCOPE,
        [...new Set(ids)].map((id) => randomText(id, random)),
      );
    const isBuilt =
      random(2) === 0 &&
      (await buildSegment(session, SCOPE, { postingsInMemory: random(2) * 150 + 150 }));
    builds += Number(isBuilt);
    if (isBuilt) await expectOneGeneration(session, SCOPE);
    await expectSame(session);
  }
  expect(builds).toBeGreaterThan(2);
  await session.close();
});

test("a scope that is purged and filled again is found as it is", async () => {
  const session = await openSession(database);
  const random = randomNumbers(11);
  await putTexts(session, SCOPE, texts(0, 60, random));
  await buildSegment(session, SCOPE);
  await deleteTexts(session, SCOPE, "all");
  await expectSame(session);
  expect(await rowsOf(session, "graves", SCOPE)).toHaveLength(60);
  await putTexts(session, SCOPE, texts(0, 60, random));
  await expectSame(session);
  await deleteTexts(session, SCOPE, "all");
  expect(await buildSegment(session, SCOPE)).toBe(false);
  for (const table of ["segments", "postings", "graves"] as const) {
    expect(await rowsOf(session, table, SCOPE)).toEqual([]);
  }
  await expectSame(session);
  await session.close();
});

test("portions are best first, whole among equals, and complete", async () => {
  const session = await openSession(database);
  const lengths = [1, 2, 2, 2, 2, 2, 3, 4, 4, 5];
  await putTexts(
    session,
    SCOPE,
    lengths.map((length, index) => ({
      id: String(index),
      terms: ["tea", ...Array.from({ length: length - 1 }, () => "x")],
    })),
  );
  await buildSegment(session, SCOPE);
  await session.read(undefined, [SCOPE], async (context) => {
    const { segment, scores } = await findBySegment(context, SCOPE, ["tea"]);
    const weights = textWeights({ documents: 10, totalTerms: 27, documentFrequencies: [10] });
    const scored = segment?.score(weights);
    const portions = [...(scored?.chunks(2) ?? [])].map((portion) =>
      portion.map(({ score }) => score),
    );
    expect(portions.map(({ length }) => length)).toEqual([6, 4]);
    expect(portions.flat()).toEqual(portions.flat().toSorted((a, b) => b - a));
    const numbers = [...scores.keys()];
    const found = [...numbers, 0, 10 ** 9].map((number) =>
      scored?.scoreOf({ scope: SCOPE, number }),
    );
    expect(found.filter((score) => score !== undefined)).toHaveLength(10);
  });
  await session.close();
});

test("segments are wanted where scopes are large and much has changed", async () => {
  const session = await openSession(database);
  const random = randomNumbers(13);
  const rules = { leastDocuments: 40 };
  await putTexts(session, "/user=small", texts(0, 39, random));
  await putTexts(session, SCOPE, texts(0, 40, random));
  expect(await staleSegments(session, rules)).toEqual({ build: [SCOPE], drop: [] });
  await buildSegment(session, SCOPE);
  expect(await staleSegments(session, rules)).toEqual({ build: [], drop: [] });
  await putTexts(session, SCOPE, texts(40, 44, random));
  expect(await staleSegments(session, rules)).toEqual({ build: [], drop: [] });
  await putTexts(session, SCOPE, texts(0, 1, random));
  expect(await staleSegments(session, rules)).toEqual({ build: [SCOPE], drop: [] });
  await deleteTexts(session, SCOPE, idsOf(texts(0, 25, random)));
  expect(await staleSegments(session, rules)).toEqual({ build: [], drop: [SCOPE] });
  await deleteTexts(session, SCOPE, "all");
  expect(await staleSegments(session, rules)).toEqual({ build: [], drop: [SCOPE] });
  await session.close();
});

test.each([
  { documents: 2_000, most: 200 },
  { documents: 10_000, most: 500 },
  { documents: 100_000, most: 2_000 },
])("of $documents texts, $most may be missing in a segment", async ({ documents, most }) => {
  const session = await openSession(database);
  await putTexts(session, SCOPE, texts(0, 40, randomNumbers(19)));
  await buildSegment(session, SCOPE);
  for (const missing of [most, most + 1]) {
    await session.write(undefined, { access: [""], lock: [] }, async ({ channel, names }) => {
      await channel.change(compile(sql`update ${names.scopes} set documents = ${documents}`));
      await channel.change(
        compile(sql`update ${names.segments} set documents = ${documents - missing}`),
      );
    });
    const build = missing > most ? [SCOPE] : [];
    expect(await staleSegments(session)).toEqual({ build, drop: [] });
  }
  await session.close();
});

test("scrub takes what was erased out of the postings, and what broken builds left behind", async () => {
  const session = await openSession(database);
  const random = randomNumbers(17);
  await putTexts(session, SCOPE, texts(0, 30, random));
  await putTexts(session, "/user=bob", texts(0, 30, random));
  await putTexts(session, "/user=eve", texts(0, 30, random));
  for (const scope of [SCOPE, "/user=bob", "/user=eve"]) await buildSegment(session, scope);
  await deleteTexts(session, SCOPE, ["7"]);
  await deleteTexts(session, "/user=bob", "all");
  await leaveBroken(session, "/user=eve");
  expect(await hasTerm(session, SCOPE, "only7")).toBe(true);
  const sentences = await scrub(session);
  expect(sentences.length).toBeGreaterThan(0);
  expect(await hasTerm(session, SCOPE, "only7")).toBe(false);
  expect(await hasTerm(session, SCOPE, "only8")).toBe(true);
  expect(await rowsOf(session, "postings", "/user=bob")).toEqual([]);
  for (const scope of [SCOPE, "/user=eve"]) {
    await expectOneGeneration(session, scope);
    await expectSame(session, scope);
  }
  await session.close();
});

test.each([
  { builds: 1, isClean: true },
  { builds: 1_000_000, isClean: false },
])(
  "scrub builds again what $builds builds of others have come between, or says so",
  async ({ builds, isClean }) => {
    const schema = database.newSchema();
    const session = await openSession(database, schema);
    await putTexts(session, SCOPE, texts(0, 30, randomNumbers(19)));
    await buildSegment(session, SCOPE);
    await deleteTexts(session, SCOPE, ["7"]);
    await buildsOfOthers(schema, builds);
    const sentences = await scrub(session);
    expect(sentences.some((sentence) => sentence.includes("keyword segments"))).toBe(!isClean);
    expect(await hasTerm(session, SCOPE, "only7")).toBe(!isClean);
    await expectSame(session);
    await database.query(`drop trigger others on "${schema}".postings`);
    expect((await scrub(session)).join(" ")).not.toContain("keyword segments");
    expect(await hasTerm(session, SCOPE, "only7")).toBe(false);
    await session.close();
  },
);

/** Lets others begin builds, and never end them, just when a build writes its texts. */
async function buildsOfOthers(schema: string, builds: number): Promise<void> {
  const name = `"${schema}"`;
  await database.query(`create sequence ${name}.builds`);
  await database.query(`
    create function ${name}.build_between() returns trigger language plpgsql as $$ begin
      if nextval('${name}.builds') <= ${builds} then
        update ${name}.scopes set numbers = numbers + 1;
        update ${name}.segments as s set building = (
          select c.first_number + c.numbers from ${name}.scopes as c where c.scope = s.scope);
      end if;
      return null;
    end $$`);
  await database.query(`
    create trigger others after insert on ${name}.postings
    for each statement execute function ${name}.build_between()`);
}

/** A build that ends after it has written its postings. */
async function leaveBroken(session: StoreSession, scope: string): Promise<void> {
  await session.write(undefined, { access: [scope], lock: [] }, async ({ channel, names }) => {
    await channel.change(
      compile(sql`
        insert into ${names.postings} (scope, generation, term, block)
        select scope, 9000000000000000, 'left', '' from ${names.segments} where scope = ${scope}`),
    );
  });
}

/** Returns true if blocks of a scope hold a term, whatever their generation. */
async function hasTerm(session: StoreSession, scope: string, term: string): Promise<boolean> {
  const rows = await rowsOf(session, "postings", scope);
  return rows.some(({ block }) => Buffer.isBuffer(block) && block.includes(term));
}

function idsOf(some: readonly ScopeText[]): string[] {
  return some.map(({ id }) => id);
}
