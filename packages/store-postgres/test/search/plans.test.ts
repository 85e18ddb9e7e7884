import { deleteOp, Picker } from "@kioku/testing";
import { Pool } from "pg";
import { expect, test } from "vitest";

import type { PostgresPool, PostgresQuery } from "../../src/index.js";
import { resolveOptions } from "../../src/options.js";
import { StoreSession } from "../../src/store-session.js";
import { SERVER_URL, testDatabase } from "../support/databases.js";
import { searchAsLarge } from "../support/large-searches.js";
import { somePuts, SPACE, unitVector } from "../support/some-puts.js";

const database = await testDatabase();
const picker = new Picker(11);

/** A pool that remembers its statements. */
function watched(pool: PostgresPool, seen: PostgresQuery[]): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      return {
        pipeline: client.pipeline,
        query: (config) => {
          seen.push(config);
          return client.query(config);
        },
        release: (destroy) => client.release(destroy),
      };
    },
  };
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly PlanNode[];
}

interface Explained {
  readonly "QUERY PLAN": readonly [{ readonly Plan: PlanNode }];
}

/**
 * Parts of plans that read from the tables of records and vectors without naming the scope to an
 * index.
 */
function scansOfOthers(node: PlanNode, above?: PlanNode): readonly string[] {
  const below = (node.Plans ?? []).flatMap((child) => scansOfOthers(child, node));
  const { "Relation Name": relation = "", "Node Type": type } = node;
  if (relation !== "records" && relation !== "vectors") return below;
  const isBitmap = type === "Bitmap Heap Scan";
  const conditions = isBitmap ? indexConditions(node) : [node["Index Cond"] ?? ""];
  const isGood = conditions.length > 0 && conditions.every((one) => /\bscope\b/u.test(one));
  return isGood ? below : [...below, `${above?.["Node Type"]} > ${type} on ${relation}`];
}

function indexConditions(node: PlanNode): readonly string[] {
  return (node.Plans ?? []).flatMap((child) =>
    child["Node Type"] === "Bitmap Index Scan"
      ? [child["Index Cond"] ?? ""]
      : indexConditions(child),
  );
}

// PGlite plans alike, but it takes minutes to hold so many records.
test.skipIf(SERVER_URL === undefined)(
  "no statement of a search reads other scopes, though they are 100 times as large",
  async () => {
    const seen: PostgresQuery[] = [];
    const schema = database.newSchema();
    const pool = new Pool({ connectionString: SERVER_URL, max: 2 });
    const options = { client: watched(pool, seen), schema };
    const store = database.newStore(options);
    const session = new StoreSession(resolveOptions(options));
    await store.open();
    await session.open();
    await store.write([
      ...somePuts(picker, ["small"], 60),
      ...somePuts(picker, ["small", "below"], 60),
    ]);
    await multiply(schema);
    const legs = [
      { type: "vector", space: SPACE.id, values: unitVector(picker) } as const,
      { type: "text", terms: ["cat", "tea"] } as const,
    ];
    const many = Array.from({ length: 80 }, (_, n) => ["small", `${n}`]);
    const cases = (["here", "below"] as const).flatMap((reach) =>
      [[["small"]], [["small"], ...many]].flatMap((within) =>
        [undefined, ["rare"]].map((kinds) => ({ within, reach, kinds, now: new Date() })),
      ),
    );
    for (const selection of cases) {
      for (const limit of [1, 40]) {
        const asked = { legs, selection, limit, around: 2 };
        await store.search(asked);
        await searchAsLarge(session, asked);
      }
    }
    const searches = seen.filter(({ text }) =>
      /^[\s(]*select[^]*"(?:records|vectors)"/u.test(text),
    );
    const wrong: string[] = [];
    for (const { text, values } of searches) {
      const { rows } = await pool.query<Explained>(`explain (format json) ${text}`, values);
      const plan = rows[0]?.["QUERY PLAN"][0].Plan;
      if (plan) wrong.push(...scansOfOthers(plan).map((scan) => `${scan}: ${text}`));
    }
    expect(wrong).toEqual([]);
    // One of a small search; of a large one the vectors, their records, the texts, theirs, and what
    // is around.
    expect(searches.length).toBeGreaterThanOrEqual(16 * 6);
    await session.close();
    await store.close();
    await pool.end();
  },
);

/** Names of the statements of a large search, by parts of their texts. */
const KINDS: Readonly<Record<string, RegExp>> = {
  begin: /^begin/u,
  head: /set_config\('jit'/u,
  segment: /select s\.generation, s\.covers/u,
  postings: /as block/u,
  "texts of no segment": /r\.number > coalesce/u,
  settings: /^select set_config\(\$1.*\$3/u,
  "vectors by index": /as near left join/u,
  "settings taken back": /^select set_config\(\$1, \$2, true\)$/u,
  "records of texts": /r\.number = any/u,
  "what is around": /select c\.id as centre/u,
  commit: /^commit/u,
};

function kindOf({ text }: PostgresQuery): string {
  const kinds = Object.keys(KINDS).filter((kind) => KINDS[kind]?.test(text.trim()));
  return kinds.length === 1 ? (kinds[0] ?? "") : text;
}

test.skipIf(SERVER_URL === undefined)(
  "a large scope is searched by its index and its segment, in so many statements and no more",
  async () => {
    const seen: PostgresQuery[] = [];
    const schema = database.newSchema();
    const pool = new Pool({ connectionString: SERVER_URL, max: 2, pipeline: true });
    const store = database.newStore({ client: watched(pool, seen), schema, indexFrom: 1_000 });
    await store.open();
    const puts = somePuts(picker, ["large"], 2_500);
    for (let start = 0; start < puts.length; start += 500) {
      await store.write(puts.slice(start, start + 500));
    }
    const { built, segments } = await store.maintain();
    expect(built).toHaveLength(1);
    expect(segments).toEqual([["large"]]);
    const search = (of = store, ...terms: string[]): ReturnType<typeof store.search> =>
      of.search({
        legs: [
          { type: "vector", space: SPACE.id, values: unitVector(picker) },
          { type: "text", terms: ["cat", ...terms] },
        ],
        selection: { within: [["large"]], reach: "here", now: new Date() },
        limit: 20,
        around: 2,
      });
    // The first one finds out that the scope is large, and what its space is.
    await search();
    await new Promise((resolve) => setImmediate(resolve));
    seen.length = 0;
    await search(store, "tea");
    expect(seen.map((statement) => kindOf(statement))).toEqual(Object.keys(KINDS));
    const asked = [...seen];
    // The lists of all these terms are known by now.
    await new Promise((resolve) => setImmediate(resolve));
    seen.length = 0;
    await search(store, "tea");
    expect(seen.map((statement) => kindOf(statement))).toEqual(
      Object.keys(KINDS).filter((kind) => kind !== "postings"),
    );
    const planOf = async (kind: string): Promise<string> => {
      const { text, values } = asked.find((one) => kindOf(one) === kind) ?? {
        text: "",
        values: [],
      };
      const client = await pool.connect();
      await client.query("begin");
      // As its settings have it.
      if (kind === "vectors by index") await client.query("set local enable_sort = off");
      const { rows } = await client.query<Record<string, string>>(
        `explain (analyze, costs off, timing off) ${text}`,
        values,
      );
      await client.query("rollback");
      client.release();
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    };
    expect(await planOf("vectors by index")).toMatch(/Index Scan using vectors_near_[0-9a-f]{32}/u);
    // The segment has all of them: no text is read.
    expect(await planOf("texts of no segment")).toMatch(/^.*records_by_number.* rows=0(?:\.00)? /u);
    const exact = database.newStore({ client: watched(pool, seen), schema, indexFrom: false });
    await exact.open();
    seen.length = 0;
    await search(exact);
    expect(seen.map((statement) => kindOf(statement))).not.toContain("vectors by index");
    await exact.close();
    await store.write(puts.slice(40).map(({ record }) => deleteOp(record)));
    // That it has become small is found out by a search that still takes it for large.
    expect(await store.maintain()).toMatchObject({ kept: 0, dropped: 1 });
    await search();
    await new Promise((resolve) => setImmediate(resolve));
    seen.length = 0;
    await search();
    expect(seen.map(({ text }) => text)).toEqual([expect.stringContaining("search_scope")]);
    await store.close();
    await pool.end();
  },
);

/** Copies all records to 100 other scopes, and to one that is as large as these together. */
async function multiply(schema: string): Promise<void> {
  for (const scope of [`'/other ' || n`, `'/huge'`]) {
    await database.query(`
      insert into "${schema}".records
      select (jsonb_populate_record(r, jsonb_build_object(
        'scope', ${scope}, 'id', r.id || n, 'number', r.number + n * 100000))).*
      from generate_series(1, 100) as n, "${schema}".records as r where r.scope = '/small'`);
    await database.query(`
      insert into "${schema}".vectors (scope, space, id, embedding)
      select ${scope}, space, v.id || n, embedding
      from generate_series(1, 100) as n, "${schema}".vectors as v where v.scope = '/small'`);
  }
  await database.query(`analyze "${schema}".records, "${schema}".vectors`);
}
