import { afterAll, expect, test } from "vitest";

import { CONTROLS } from "../crash/control.ts";
import { crashRounds } from "../crash/crash-rounds.ts";
import { bundlePrograms } from "./bundle-programs.ts";
import { bySize, temporaryDirectory, testSeed } from "./support.ts";

/** `KIOKU_CRASHES=2000` for more. */
const ROUNDS = Number(process.env["KIOKU_CRASHES"] ?? bySize(50, 6));
const CONTROL_ROUNDS = 16;
/** Each takes as long as the kills themselves. */
const CONTROLS_TRIED = CONTROLS.slice(0, bySize(CONTROLS.length, 1));
const seed = testSeed();
const programs = await bundlePrograms();
afterAll(() => programs[Symbol.dispose]());

test(
  `after kill -9 in the middle of writing everything acknowledged is there, no half batch, and the file is whole (${ROUNDS} kills, seed ${seed})`,
  async () => {
    const options = { rounds: ROUNDS, seed, directory: temporaryDirectory() };
    const report = await crashRounds({ ...options, bundled: programs.directory });
    expect(report.defects).toEqual([]);
    expect(report).toMatchObject({ rounds: ROUNDS, lost: 0, torn: 0, corrupt: 0 });
    expect(report.acknowledged).toBeGreaterThanOrEqual(ROUNDS);
    expect(report.changes).toBeGreaterThan(report.acknowledged);
    expect(report.compared).toBeGreaterThan(ROUNDS);
  },
  300_000 + ROUNDS * 2_000,
);

test.each(CONTROLS_TRIED)(
  `the harness finds it out when the promise is broken: %s (seed ${seed})`,
  { tags: "long", timeout: 300_000 },
  async (control) => {
    const options = { rounds: CONTROL_ROUNDS, seed, directory: temporaryDirectory() };
    const report = await crashRounds({ ...options, control, bundled: programs.directory });
    expect(report.rounds).toBe(CONTROL_ROUNDS);
    const { torn, corrupt, lost } = report;
    expect(control === "transaction" ? torn + corrupt : lost).toBeGreaterThan(0);
    expect(report.defects.length).toBeGreaterThan(0);
  },
);
