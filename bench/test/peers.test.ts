import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { runMain } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../peers/main.ts", import.meta.url));
const SAMPLE = fileURLToPath(new URL("sample-set.json", import.meta.url));

/** Runs a part with memories that need no package of others. */
async function figuresOf(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runMain(MAIN, [...args, "--json"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Record<string, unknown>;
}

test("a memory that is written twice at once, killed, and asked by look-alikes loses nothing and mixes nothing up", async () => {
  const small = ["--writes", "3", "--kills", "1", "--system", "FTS5"];
  const { systems } = await figuresOf("--part", "safety", ...small);
  const writes = { acknowledged: expect.any(Number) as number, failed: 0, lost: 0 };
  expect(systems).toEqual([
    {
      name: "FTS5",
      twoWriters: { ...writes, acknowledged: 6 },
      killed: writes,
      lookAlikes: { pairs: 15, mixedUp: [], refused: [] },
      requests: { embedderPerWrite: 0, embedderPerSearch: 0, hosts: {} },
    },
  ]);
});

test("the answers of a recall set are found", async () => {
  const few = ["--data", SAMPLE, "--system", "Kioku,sqlite-vec + FTS5"];
  const { how, sets } = await figuresOf("--part", "finding", ...few);
  expect(how).toMatchObject({ Kioku: "SQLite store, all else by default" });
  expect(sets).toMatchObject([{ set: "sample", records: 6, systems: [{ recallAt10: 100 }, {}] }]);
});

test("a part or a memory that there is not ends with exit code 2", async () => {
  for (const args of [[], ["--part", "taste"], ["--part", "speed", "--system", "none"]]) {
    expect((await runMain(MAIN, args)).code).toBe(2);
  }
});
