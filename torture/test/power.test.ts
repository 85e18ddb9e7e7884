/** @module-tag long */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { wholeFile } from "../crash/whole-file.ts";
import { powerCuts } from "../power/power-cuts.ts";
import { POWER_CONTROLS } from "../power/power-order.ts";
import { compileTrace, whyNoTrace } from "../power/record-run.ts";
import { programFile } from "../program.ts";
import { bundlePrograms } from "./bundle-programs.ts";
import { bySize, temporaryDirectory, testSeed } from "./support.ts";

/** `KIOKU_POWER_CUTS=5000` for more. */
const CUTS = Number(process.env["KIOKU_POWER_CUTS"] ?? bySize(400, 8));
const CONTROL_CUTS = 10;
/** The quick one: acknowledged before it is synced. */
const CONTROLS = POWER_CONTROLS.filter((one) => one === "sync" || bySize(1, 0) === 1);
const seed = testSeed();
const whyNot = whyNoTrace();
const programs = await bundlePrograms();
afterAll(() => programs[Symbol.dispose]());

test.skipIf(whyNot)(
  `after a loss of power everything acknowledged is there, no half batch, and the file is whole (${CUTS} cuts, seed ${seed})`,
  async () => {
    const options = { rounds: CUTS, seed, directory: temporaryDirectory() };
    const report = await powerCuts({ ...options, bundled: programs.directory });
    expect(report.defects).toEqual([]);
    expect(report).toMatchObject({ cuts: CUTS, lost: 0, torn: 0, corrupt: 0 });
    expect(report.acknowledged).toBeGreaterThan(CUTS);
    expect(report.lostChanges + report.tornWrites).toBeGreaterThan(CUTS);
  },
  300_000 + CUTS * 1_000,
);

test.skipIf(whyNot).each(CONTROLS)(
  `the harness finds acknowledged writes lost where they are not on the disk: %s (seed ${seed})`,
  { tags: "long", timeout: 300_000 },
  async (control) => {
    const options = { rounds: CONTROL_CUTS, seed, directory: temporaryDirectory() };
    const report = await powerCuts({ ...options, control, bundled: programs.directory });
    expect(report.lost).toBeGreaterThan(0);
    // A relaxed store loses the newest, and never the file.
    const broken = control === "durability" ? report.torn + report.corrupt : 0;
    expect(broken).toBe(0);
  },
);

test.skipIf(whyNot)(
  "after a flush that failed a store acknowledges nothing, even if the next would succeed",
  () => {
    const directory = temporaryDirectory();
    const path = join(directory, "kioku.db");
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [programFile("power-failure", programs.directory)],
      {
        encoding: "utf8",
        input: path,
        env: {
          ...process.env,
          LD_PRELOAD: compileTrace(directory),
          KIOKU_POWER_FOLDER: `${directory}/`,
          KIOKU_POWER_TRACE: join(temporaryDirectory(), "trace"),
          KIOKU_POWER_FAIL: join(directory, "acknowledged-fail"),
        },
      },
    );
    expect(stderr).toBe("");
    const { before, during, after, closing } = JSON.parse(stdout) as {
      readonly [when: string]: unknown;
    };
    const failed = expect.stringMatching(
      /^store-failed: database .+ was not flushed to the disk, so its latest writes may be lost/u,
    ) as unknown;
    expect(before).toBe("answered");
    expect(during).toEqual([failed, failed, failed]);
    expect(after).toEqual([failed, failed]);
    expect(closing).toBe("answered");
    expect(wholeFile(path)).toEqual({ torn: [], corrupt: [] });
  },
  60_000,
);
