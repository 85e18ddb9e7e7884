import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import type { TransferReport } from "../transfer/measure.ts";
import { runMain } from "./run-main.ts";
import type { Finished } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../transfer/main.ts", import.meta.url));

const run = (...args: readonly string[]): Promise<Finished> => runMain(MAIN, args);

test(
  "2,000 records are exported, imported by another process, and exported again byte for byte",
  { tags: "long" },
  async () => {
    const { code, stdout } = await run("--json");
    expect(code).toBe(0);
    expect(stdout).toContain("2000 records, 4 MiB: equal byte for byte");
    const { runs } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as {
      runs: TransferReport[];
    };
    const [report] = runs;
    expect(report).toMatchObject({ records: 2_000, equal: true });
    expect(report?.sha256[0]).toMatch(/^[0-9a-f]{64}$/u);
    expect(report?.sha256[1]).toBe(report?.sha256[0]);
    expect(report?.export.records).toBe(2_000);
    expect(report?.import.records).toBe(2_000);
  },
);

test("a count that makes no sense, or an unknown option, ends with exit code 2", async () => {
  expect((await run("--count", "0")).code).toBe(2);
  expect((await run("--records", "5")).code).toBe(2);
});
