import { readFileSync, writeFileSync } from "node:fs";

import { sql } from "kysely";
import { expect, test } from "vitest";

import { pgvector } from "../src/index.js";
import type { Quantization } from "../src/index.js";
import { compareVersions } from "../src/index/dialect.js";
import { indexName, newTableName, ownTable } from "../src/index/vector-tables.js";
import { checkVectorVersion } from "../src/open/ensure-extension.js";
import { nearestStatement } from "../src/search/large/nearest-by-index.js";
import { indexRequest } from "../src/search/large/nearest.js";
import { compile } from "../src/sql/compile.js";
import { localSettings } from "../src/sql/fragments.js";
import { namesIn, TABLE_NAMES } from "../src/sql/names.js";

const NAMES = namesIn("kioku", "public");
const SCOPE = "/acme/it's \\one";
const TABLE = "vectors_0123456789abcdef0123456789abcdef";
const SELECTED = sql<boolean>`r.archived_at is null`;

interface Sample {
  readonly dimensions: number;
  readonly quantization?: Quantization;
}

/** Widths and ways of keeping vectors that lead to different statements. */
const SAMPLES: readonly Sample[] = [
  { dimensions: 384 },
  { dimensions: 1_536 },
  { dimensions: 4_096 },
  { dimensions: 384, quantization: "bit" },
];
const SOME = 100_000;
const COUNTS = [SOME, 20_000_000];

/** Returns the statements of indexes and their searches as one text. */
function golden(): string {
  return `${SAMPLES.flatMap(samplePart).join("\n").trim()}\n`;
}

function samplePart(sample: Sample): readonly string[] {
  const [dialect, names] = [pgvector, NAMES];
  const space = { names, space: 3, quantization: undefined, vectorVersion: "0.8.4", ...sample };
  const index = indexName(dialect, space, TABLE) ?? "";
  const own = {
    scope: SCOPE,
    space: 3,
    name: TABLE,
    index_name: index,
    is_whole: true,
    vectors: SOME,
  };
  const table = ownTable(names, own);
  const candidates = 96 * dialect.oversample(space);
  const vector = Float32Array.of(1);
  const leg = { type: "vector", space: "space", values: vector } as const;
  const searched = { name: "space", id: 3, dimensions: sample.dimensions };
  const search = {
    names,
    ranges: [{ path: SCOPE, below: false }],
    legs: [leg],
    spaces: new Map([[0, searched]]),
    tables: [own],
    selected: SELECTED,
  };
  const wanted = { values: vector, space: searched, position: 0, limit: 96, selection: SELECTED };
  const statement = nearestStatement(
    { dialect, names, quantization: sample.quantization, vectorVersion: "0.8.4" },
    { ...indexRequest(search, own, wanted), candidates },
  );
  const made = dialect.createVectorIndex({ ...space, index, table });
  const settings = { ...space, limit: candidates, count: SOME };
  return [
    "",
    `-- vectors of width ${sample.dimensions}, kept ${sample.quantization ?? "as by default"}`,
    ...COUNTS.map((count) => `-- ${count}: built in ${dialect.buildBytes(space, count)} bytes`),
    ...(made ? [text(made)] : []),
    ...localSettings(dialect.searchSettings(settings)).map(text),
    text(statement),
  ];
}

/** A statement and its parameters; vectors are not shown. */
function text(statement: ReturnType<typeof nearestStatement>): string {
  const { text: words, values } = compile(statement);
  const shown = values.map((value) => (typeof value === "object" ? "a vector" : String(value)));
  return ended(words.trim()) + (shown.length > 0 ? `\n-- with ${shown.join(", ")}` : "");
}

function ended(statement: string): string {
  return `${statement};`;
}

test("pgvector says exactly what its golden file has", () => {
  const file = new URL("golden/pgvector.sql", import.meta.url);
  // To take over an intended change, run the test with it set, and read what it wrote.
  if (process.env["KIOKU_WRITE_GOLDEN"] === "1") writeFileSync(file, golden());
  expect(golden()).toBe(readFileSync(file, "utf8"));
});

test("names of indexes differ by table, width and method, and no name of a table comes twice", () => {
  const space = { names: NAMES, space: 3, dimensions: 384, vectorVersion: "0.8.4" };
  const names = [
    indexName(pgvector, space, "a"),
    indexName(pgvector, space, "b"),
    indexName(pgvector, { ...space, dimensions: 385 }, "a"),
    indexName(pgvector, { ...space, quantization: "half" }, "a"),
    indexName({ ...pgvector, createVectorIndex: () => sql`create index` }, space, "a"),
  ];
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^vectors_near_[0-9a-f]{32}$/u);
  expect(newTableName()).not.toBe(newTableName());
  expect(newTableName()).toMatch(new RegExp(`^${TABLE_NAMES}$`, "u"));
});

test("versions are compared by their numbers", () => {
  const ordered = ["0.4.4", "0.5.0", "0.8.0-yb", "0.8.4", "0.8.10", "0.10", "1.0.0"];
  for (const [place, version] of ordered.entries()) {
    expect(compareVersions(version, version)).toBe(0);
    for (const later of ordered.slice(place + 1)) {
      expect(compareVersions(version, later)).toBeLessThan(0);
      expect(compareVersions(later, version)).toBeGreaterThan(0);
    }
  }
});

test("a version of pgvector without HNSW is refused, and one with known faults warned about", () => {
  const warnings: string[] = [];
  const onWarning = (message: string): void => void warnings.push(message);
  const check = (version: string): void =>
    checkVectorVersion(version, { dialect: pgvector, onWarning });
  expect(() => check("0.4.4")).toThrow(
    expect.objectContaining({
      code: "store-failed",
      message: expect.stringMatching(/0\.4\.4.*0\.5\.0.*alter extension vector update/u) as string,
    }),
  );
  expect(warnings).toEqual([]);
  check("0.8.3");
  expect(warnings).toEqual([expect.stringMatching(/0\.8\.3.*0\.8\.4/u)]);
  for (const version of ["0.8.4", "0.9.0"]) check(version);
  expect(warnings).toHaveLength(1);
});

test.each([
  {
    vectorVersion: "0.6.2",
    dimensions: 1_536,
    quantization: undefined,
    says: /::"public"."vector"\(1536\)\) "public"."vector_ip_ops"/u,
  },
  {
    vectorVersion: "0.6.2",
    dimensions: 2_000,
    quantization: "bit",
    says: /::"public"."vector"\(2000\)\) "public"."vector_ip_ops"/u,
  },
  {
    vectorVersion: "0.7.0",
    dimensions: 1_536,
    quantization: undefined,
    says: /::"public"."halfvec"\(1536\)\) "public"."halfvec_ip_ops"/u,
  },
  {
    vectorVersion: "0.7.0",
    dimensions: 384,
    quantization: "bit",
    says: /"binary_quantize"\(embedding\)::bit\(384\)\) "public"."bit_hamming_ops"/u,
  },
] as const)(
  "pgvector $vectorVersion keeps vectors of width $dimensions, asked for as $quantization, as it can",
  ({ vectorVersion, dimensions, quantization, says }) => {
    const space = { names: NAMES, space: 3, dimensions, quantization, vectorVersion };
    const target = { ...space, index: "i", table: NAMES.vectors };
    const made = compile(pgvector.createVectorIndex(target) ?? sql``).text;
    expect(made).toMatch(says);
    const near = compile(pgvector.indexedDistance({ ...space, vector: sql`$1` })).text;
    expect(near.includes("<~>")).toBe(made.includes("hamming"));
    expect(near.includes("halfvec")).toBe(made.includes("halfvec"));
  },
);

test("what a version of pgvector cannot index gets no index", () => {
  const space = { names: NAMES, space: 3, dimensions: 2_001, vectorVersion: "0.6.2" };
  const target = { ...space, index: "i", table: NAMES.vectors };
  expect(pgvector.createVectorIndex(target)).toBeUndefined();
  expect(indexName(pgvector, space, TABLE)).toBeUndefined();
  expect(pgvector.oversample(space)).toBe(1);
});

test("an iterative scan is asked for from the version on that has it", () => {
  const needs = { names: NAMES, space: 1, dimensions: 3, limit: 5, count: 1_600 };
  const settings = (vectorVersion: string): object =>
    pgvector.searchSettings({ ...needs, vectorVersion });
  expect(settings("0.7.4")).toEqual({ "hnsw.ef_search": "200" });
  expect(settings("0.8.0")).toEqual({
    "hnsw.ef_search": "200",
    "hnsw.iterative_scan": "relaxed_order",
    "hnsw.max_scan_tuples": "100",
  });
});
