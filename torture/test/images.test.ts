/** @module-tag long */
import { afterAll, expect, test } from "vitest";

import { imageKills } from "../images/image-kills.ts";
import { bundlePrograms } from "./bundle-programs.ts";
import { bySize, temporaryDirectory, testSeed } from "./support.ts";

const ROUNDS = bySize(10_000, 80);
const seed = testSeed();
const programs = await bundlePrograms();
afterAll(() => programs[Symbol.dispose]());

test(
  `of images whose watchers are killed none is lost, doubled or left behind (${ROUNDS} images, seed ${seed})`,
  async () => {
    const options = { rounds: ROUNDS, seed, directory: temporaryDirectory() };
    const report = await imageKills({ ...options, bundled: programs.directory });
    expect(report.defects).toEqual([]);
    const sound = { lost: 0, doubled: 0, disordered: 0, orphans: 0, leaked: 0 };
    expect(report).toMatchObject({ rounds: ROUNDS, ...sound });
    expect(report.watchers + report.captioners + report.calls).toBeGreaterThan(0);
  },
  120_000 + ROUNDS * 200,
);

test.skipIf(bySize(0, 1) === 1)(
  `the harness finds images out whose files were not written (seed ${seed})`,
  async () => {
    const options = { rounds: 80, seed, directory: temporaryDirectory(), acknowledgesEarly: true };
    const report = await imageKills({ ...options, bundled: programs.directory });
    expect(report.lost).toBeGreaterThan(0);
    expect(report.defects.length).toBeGreaterThan(0);
  },
  120_000,
);
