import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { damageCases } from "../damage/damage-cases.ts";
import { logCase } from "../damage/log-case.ts";
import { sampleDatabase } from "../damage/sample-database.ts";
import { bundlePrograms } from "./bundle-programs.ts";
import { bySize, temporaryDirectory, testSeed } from "./support.ts";

/** `npm run torture -- wal flips` runs thousands. */
const LOGS = bySize(300, 15);
const FILES = bySize(200, 12);
const seed = testSeed();
const programs = await bundlePrograms();
afterAll(() => programs[Symbol.dispose]());

test(`of a log that is cut, zeroed in a sector or flipped in a bit, what was committed before the damage is there (${LOGS} logs, seed ${seed})`, async () => {
  const report = await damageCases("log", {
    cases: LOGS,
    seed,
    directory: temporaryDirectory(),
    bundled: programs.directory,
  });
  expect(report.defects).toEqual([]);
  expect(report.outcomes).toEqual({ prefix: LOGS });
});

test("the harness finds it out when anything else is there than what was committed", async () => {
  const path = join(temporaryDirectory(), "case.db");
  const sample = await sampleDatabase(path, { seed, pageBytes: 512, before: 1, logged: 4 });
  const whole = { log: sample.log, what: "nothing", soundBytes: sample.log.length };
  const asked = { ...whole, isThorough: true };
  expect(await logCase(path, sample, asked)).toBe("prefix");
  const earlier = { ...sample, states: [new Map<string, string>(), ...sample.states] };
  await expect(logCase(path, earlier, asked)).rejects.toThrow(/records are not as after 4/);
  const headless = { ...asked, log: sample.log.subarray(0, sample.ends[2]) };
  await expect(logCase(path, sample, headless)).rejects.toThrow(/records are not as after 4/);
});

test(`a flipped bit in the file is harmless, refused with a typed error, or found by a check, if it is not in a text (${FILES} files, seed ${seed})`, async () => {
  const report = await damageCases("file", {
    cases: FILES,
    seed,
    directory: temporaryDirectory(),
    bundled: programs.directory,
  });
  expect(report.defects).toEqual([]);
  const { refused = 0, found = 0, harmless = 0, unguarded = 0, ...others } = report.outcomes;
  expect(others).toEqual({});
  expect(refused + found + harmless + unguarded).toBe(FILES);
  expect(Math.min(refused, found, harmless)).toBeGreaterThan(0);
});
