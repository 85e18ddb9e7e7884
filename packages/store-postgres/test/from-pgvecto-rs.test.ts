import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { testDatabase } from "./support/databases.js";

const database = await testDatabase();
const PAGE = readFileSync(
  new URL("../../../docs/stores/from-pgvecto-rs.md", import.meta.url),
  "utf8",
);
const FENCE = /^```sql step=(?<step>\d+)\n(?<code>[\s\S]*?)^```$/gmu;
const ROWS = 2_300;

/** The SQL of the page, by step. */
function stepsOf(page: string): ReadonlyMap<number, string> {
  return new Map(
    [...page.matchAll(FENCE)].map(({ groups }) => [
      Number(groups?.["step"]),
      groups?.["code"] ?? "",
    ]),
  );
}

const STEPS = stepsOf(PAGE);

/** Runs the statements of a step on the table of this test. */
async function run(step: number, table: string): Promise<readonly Record<string, unknown>[]> {
  const statements = (STEPS.get(step) ?? "")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
  expect(statements).not.toEqual([]);
  let rows: readonly Record<string, unknown>[] = [];
  for (const statement of statements) {
    if (/^(?:begin|commit)$/u.test(statement)) continue;
    rows = await database.query(statement.replaceAll(/\bitems\b/gu, table));
  }
  return rows;
}

/**
 * A table as pgvecto.rs would have it. Its type is a stand-in that is convertible to `real[]` as
 * well.
 */
async function legacyTable(): Promise<string> {
  const schema = database.newSchema();
  await database.query(`create schema "${schema}"`);
  await database.query(`create domain "${schema}".legacy_vector as real[]`);
  const table = `"${schema}".legacy`;
  await database.query(
    `create table ${table} (id bigint primary key, content text, embedding "${schema}".legacy_vector)`,
  );
  await database.query(
    `insert into ${table} select n, 'text ' || n,
       case when n % 100 = 0 then null else array[cos(n), sin(n), n / 7.0]::real[] end
     from generate_series(1, ${ROWS}) as n`,
  );
  return table;
}

test("the page has all steps", () => {
  expect([...STEPS.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("a table of pgvecto.rs becomes one of pgvector in portions, with nothing changed", async () => {
  const table = await legacyTable();
  await run(1, table);
  const left = async (): Promise<number> => {
    const [row] = await database.query(
      `select count(*)::integer as n from ${table} where embedding is not null and embedding_new is null`,
    );
    return Number(row?.["n"]);
  };
  const different = async (): Promise<number> => {
    const [row] = await run(4, table);
    return Number(row?.["different"]);
  };
  const seen = [await left()];
  for (let turn = 0; turn < 3; turn += 1) {
    await run(2, table);
    seen.push(await left());
  }
  expect(seen).toEqual([2_277, 1_277, 277, 0]);
  await run(3, table);
  expect(await different()).toBe(0);
  await database.query(`update ${table} set embedding_new = '[1,2,3]' where id = 5`);
  expect(await different()).toBe(1);
  await database.query(
    `update ${table} set embedding_new = embedding::real[]::vector where id = 5`,
  );
  await run(5, table);
  const [type] = await database.query(
    `select format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = '${table}'::regclass and attname = 'embedding'`,
  );
  expect(type).toEqual({ type: "vector(3)" });
  await run(7, table);
  const columns = await database.query(
    `select attname from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped order by 1`,
  );
  expect(columns.map(({ attname }) => attname)).toEqual(["content", "embedding", "id"]);
});

test("thresholds are converted as the page says", async () => {
  const table = await legacyTable();
  await run(1, table);
  await database.query(`update ${table} set embedding_new = '[0.6,0.8,0]' where id = 1`);
  await run(5, table);
  const [row] = await run(6, table);
  // (1 - 0.6)² + 0.8² is what pgvecto.rs calls the L2 distance.
  expect(Number(row?.["squared_l2"])).toBeCloseTo(0.8, 6);
  expect(Number(row?.["l2"])).toBeCloseTo(Math.sqrt(0.8), 6);
  expect(Number(row?.["similarity"])).toBeCloseTo(1 - 0.8 / 2, 6);
});
