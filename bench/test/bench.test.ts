import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { MEASUREMENTS } from "../measurements.ts";
import { commandOf, saveResult } from "../saved-result.ts";
import type { Envelope } from "../saved-result.ts";
import { runMain } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const MEASURE = fileURLToPath(new URL("../measure.ts", import.meta.url));
const RESULTS = fileURLToPath(new URL("../results/", import.meta.url));

/** Files of results with the times at which they were last written. */
async function savedFiles(): Promise<Map<string, number>> {
  const names = await readdir(RESULTS, { recursive: true });
  const files = names.filter((name) => name.endsWith(".json"));
  const times = await Promise.all(files.map((name) => stat(join(RESULTS, name))));
  return new Map(files.map((name, index) => [name, times[index]?.mtimeMs ?? 0]));
}

test(
  "with --quick what was named runs without data, and nothing is saved",
  { tags: "long" },
  async () => {
    const before = await savedFiles();
    const { code, stdout } = await runMain(MAIN, ["--quick", "recall", "langchain"]);
    expect(stdout).toContain("[1/2] recall");
    expect(stdout).toContain("sample: 6 records");
    expect(stdout).toContain("100 records, 24 calls each");
    expect(stdout).toContain("2 made, 0 skipped, 0 failed");
    expect(stdout).toContain("nothing was saved");
    expect(code).toBe(0);
    expect(await savedFiles()).toEqual(before);
  },
);

test("recall sets that are not there are skipped by name, with where to get them", async () => {
  for (const args of [["recall"], ["recall", "--data", tmpdir()]]) {
    const { code, stdout } = await runMain(MAIN, args);
    expect(code).toBe(0);
    expect(stdout).toContain("0 made, 1 skipped, 0 failed");
    expect(stdout).toContain("skipped: recall");
    expect(stdout).toContain(
      "locomo-dev.json: LoCoMo, conversations 26 to 43, CC BY-NC 4.0, https://",
    );
  }
});

test("the list says of each measurement how long it takes and what it needs", async () => {
  const { stdout } = await runMain(MAIN, ["--list"]);
  expect(stdout.trim().split("\n")).toHaveLength(MEASUREMENTS.length);
  expect(stdout).toMatch(/^ {2}agreement +\d+ min .*; needs public sets and PostgreSQL$/mu);
});

test("every saved result is of a measurement, and every measurement has its results", async () => {
  const named = MEASUREMENTS.flatMap(({ runs }) => runs.flatMap(({ file }) => file ?? []));
  // Named by the programs themselves.
  const counted = [
    ...["100", "600", "10000", "100000"].flatMap((n) => [
      `store/${n}.json`,
      `store/${n}-hard.json`,
    ]),
    "store/1000000.json",
    "store/postgres/10000.json",
    "store/postgres/100000.json",
    "tenants/postgres-1000.json",
    "tenants/postgres-1000000.json",
    // Of the packages as they are packed, on Node, Bun and Deno.
    "runtimes.json",
    // Of a folder of public skills, given by hand.
    "skills/search.json",
  ];
  expect([...(await savedFiles()).keys()].toSorted()).toEqual([...named, ...counted].toSorted());
});

test("what is saved says when, on what and by which command it was made", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kioku-bench-saved-"));
  try {
    const file = join(folder, "new", "figures.json");
    await saveResult(file, { seed: 7, p50Ms: 1.5 });
    const saved = JSON.parse(await readFile(file, "utf8")) as Envelope & { p50Ms: number };
    expect(saved).toMatchObject({ seed: 7, p50Ms: 1.5 });
    expect(saved.date).toMatch(/^\d{4}-\d\d-\d\d$/u);
    expect(saved.cores).toBeGreaterThan(0);
    expect(saved.memoryGiB).toBeGreaterThan(0);
    expect(saved.versions).toMatchObject({ node: process.version });
    expect(saved.versions["kioku"]).toMatch(/^\d+\.\d+\.\d+/u);
    expect(saved.versions["SQLite"]).toMatch(/^3\.\d+\.\d+$/u);
    expect(saved.versions["sqlite-vec"]).toMatch(/^\d/u);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("the command of a result names no folder of this machine and no password", () => {
  const main = join(RESULTS, "..", "recall", "main.ts");
  const args = ["--data", "/home/ann/sets/mine.json", "--url=postgres://ann:secret@host/db"];
  expect(commandOf([main, ...args, "--save", join(RESULTS, "mine.json")])).toBe(
    "npm run measure -- recall --data DIR/mine.json --url=URL --save bench/results/mine.json",
  );
  expect(commandOf(["torture/main.ts", "fuzz", "--seed=7"])).toBe(
    "npm run torture -- fuzz --seed=7",
  );
});

test("a single measurement takes options of its own, and an unknown one ends with exit code 2", async () => {
  const help = await runMain(MEASURE, ["speed", "--help"]);
  expect(help.stdout).toContain("npm run measure -- speed");
  expect(help.code).toBe(0);
  for (const [main, args] of [
    [MAIN, ["sped"]],
    [MAIN, ["--fast"]],
    [MEASURE, ["sped"]],
    [MEASURE, []],
    [MEASURE, ["speed", "--fast"]],
  ] as const) {
    expect((await runMain(main, args)).code).toBe(2);
  }
});
