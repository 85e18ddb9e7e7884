import { afterAll, expect, test } from "vitest";

import { mindKills } from "../mind/mind-kills.ts";
import { MIND_CONTROLS } from "../mind/mind-options.ts";
import { bundlePrograms } from "./bundle-programs.ts";
import { bySize, temporaryDirectory, testSeed } from "./support.ts";

const ROUNDS = bySize(200, 2);
/** Each takes up to 40 kills. */
const CONTROLS = MIND_CONTROLS.slice(0, bySize(MIND_CONTROLS.length, 0));
const seed = testSeed();
const programs = await bundlePrograms();
afterAll(() => programs[Symbol.dispose]());

test(
  `after a kill in the middle of hearing and consolidating a mind knows what it would know without one (${ROUNDS} kills, seed ${seed})`,
  async () => {
    const options = { rounds: ROUNDS, seed, directory: temporaryDirectory() };
    const report = await mindKills({ ...options, bundled: programs.directory });
    expect(report.defects).toEqual([]);
    const sound = { lost: 0, half: 0, doubled: 0, unproven: 0, different: 0 };
    expect(report).toMatchObject({ rounds: ROUNDS, ...sound });
    expect(report.processes).toBeGreaterThan(0);
    expect(report.calls + report.processes).toBe(ROUNDS);
    expect(report.facts).toBeGreaterThan(10 * ROUNDS);
  },
  120_000 + ROUNDS * 2_000,
);

test.each(CONTROLS)(
  `the harness finds it out when the promise is broken: %s (seed ${seed})`,
  async (control) => {
    const options = { rounds: 40, seed, directory: temporaryDirectory() };
    const report = await mindKills({ ...options, control, bundled: programs.directory });
    expect(report.lost + report.half + report.different).toBeGreaterThan(0);
    expect(report.defects.length).toBeGreaterThan(0);
  },
  120_000,
);
