import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { CONFIGURATIONS } from "../ablation/configurations.ts";

const MAIN = fileURLToPath(new URL("../ablation/main.ts", import.meta.url));
const SAMPLE = fileURLToPath(new URL("sample-set.json", import.meta.url));

interface Ablation {
  readonly sets: readonly {
    readonly results: readonly {
      readonly name: string;
      readonly recall: Readonly<Record<string, number>>;
      readonly difference10: number;
    }[];
  }[];
}

test(
  "every configuration is measured on every set and compared with the default",
  { tags: "long" },
  async () => {
    const args = [MAIN, "--data", SAMPLE, "--data", SAMPLE, "--json"];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { sets } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Ablation;
    expect(sets).toHaveLength(2);
    for (const { results } of sets) {
      expect(results.map(({ name }) => name)).toEqual(CONFIGURATIONS.map(({ name }) => name));
      const [first] = results;
      for (const { recall, difference10 } of results) {
        expect(difference10).toBeCloseTo((recall["10"] ?? 0) - (first?.recall["10"] ?? 0), 1);
      }
    }
    expect(stdout).toMatch(/\| recall@10 \(difference\) +\| +sample \| +sample \|/);
    expect(stdout).toContain("sample: 6 records, 4 queries");
  },
);

test("the names of configurations differ, and only the first leaves all as it is", () => {
  expect(new Set(CONFIGURATIONS.map(({ name }) => name)).size).toBe(CONFIGURATIONS.length);
  const unchanged = CONFIGURATIONS.filter(({ settings }) => Object.keys(settings).length === 0);
  expect(unchanged).toEqual([CONFIGURATIONS[0]]);
});

test("without --data the ablation shows how it is called", async () => {
  const failed = promisify(execFile)(process.execPath, [MAIN]);
  await expect(failed).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--data FILE is missing") as string,
  });
});
