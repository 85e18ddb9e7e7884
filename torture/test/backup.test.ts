/** @module-tag long */
import { afterAll, expect, test } from "vitest";

import { backupKills } from "../backup/backup-kills.ts";
import { BACKUP_CONTROLS } from "../backup/backup-options.ts";
import { bundlePrograms } from "./bundle-programs.ts";
import { bySize, temporaryDirectory, testSeed } from "./support.ts";

const ROUNDS = bySize(60, 2);
/** Each takes up to 40 kills. */
const CONTROLS = BACKUP_CONTROLS.slice(0, bySize(BACKUP_CONTROLS.length, 0));
const seed = testSeed();
const programs = await bundlePrograms();
afterAll(() => programs[Symbol.dispose]());

test(
  `after a kill in the middle of backing up or restoring every backup restores to a state that there was, and nothing erased comes back (${ROUNDS} kills, seed ${seed})`,
  async () => {
    const options = { rounds: ROUNDS, seed, directory: temporaryDirectory() };
    const report = await backupKills({ ...options, bundled: programs.directory });
    expect(report.defects).toEqual([]);
    const sound = { lost: 0, different: 0, returned: 0, partial: 0, leftovers: 0 };
    expect(report).toMatchObject({ rounds: ROUNDS, ...sound });
    expect(report.inBuckets).toBeGreaterThan(0);
    expect(report.inBuckets).toBeLessThan(ROUNDS);
    expect(report.checked).toBeGreaterThan(0);
    expect(report.compared).toBeGreaterThan(report.checked);
  },
  300_000 + ROUNDS * 5_000,
);

test.each(CONTROLS)(
  `the harness finds it out when the promise is broken: %s (seed ${seed})`,
  async (control) => {
    const options = { rounds: 40, seed, directory: temporaryDirectory() };
    const report = await backupKills({ ...options, control, bundled: programs.directory });
    expect(report.defects.length).toBeGreaterThan(0);
  },
  300_000,
);
