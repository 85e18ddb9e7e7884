import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import type { BackupReport } from "../backup/measure.ts";
import { runMain } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../backup/main.ts", import.meta.url));

test(
  "50 memories are backed up to a server of S3 and restored, the export equal byte for byte",
  { tags: "long" },
  async () => {
    const { code, stdout } = await runMain(MAIN, ["--count", "50", "--json"]);
    expect(stdout).toContain("equal byte for byte");
    expect(code).toBe(0);
    const last = stdout.trim().split("\n").at(-1) ?? "";
    const { runs } = JSON.parse(last) as { readonly runs: readonly BackupReport[] };
    expect(runs.map(({ isEncrypted, equal }) => [isEncrypted, equal])).toEqual([
      [false, true],
      [true, true],
    ]);
    for (const { sha256, records } of runs) {
      expect(sha256[0]).toMatch(/^[0-9a-f]{64}$/u);
      expect(sha256[1]).toBe(sha256[0]);
      expect(records).toBeGreaterThan(40);
    }
  },
);

test("a count that makes no sense ends with exit code 2", async () => {
  expect((await runMain(MAIN, ["--count", "0"])).code).toBe(2);
});
