/** @module-tag long */
import { afterAll, expect, test } from "vitest";

import { callbackFaults } from "../callbacks/callback-faults.ts";
import { bundlePrograms } from "./bundle-programs.ts";
import { bySize, temporaryDirectory } from "./support.ts";

const programs = await bundlePrograms();
afterAll(() => programs[Symbol.dispose]());

const LEAST_CASES = bySize(800, 200);

test(`no callback of a host ends the process or loses a record (more than ${LEAST_CASES} cases)`, async () => {
  const directory = temporaryDirectory();
  const report = await callbackFaults({
    directory,
    bundled: programs.directory,
    isSample: bySize(0, 1) === 1,
  });
  expect(report.defects).toEqual([]);
  expect(report).toMatchObject({ crashes: 0, lost: 0 });
  expect(report.cases).toBeGreaterThan(LEAST_CASES);
});

test("the harness finds a caller that drops rejections, and a memory that forgets", async () => {
  const directory = temporaryDirectory();
  const { cases, crashes, lost, defects } = await callbackFaults({
    directory,
    bundled: programs.directory,
    careless: true,
  });
  // Each of both, on both stores; only rejections are unhandled.
  expect({ cases, crashes, lost }).toEqual({ cases: 16, crashes: 4, lost: 32 });
  expect(defects.join("; ")).toContain("errors reached nobody");
});
