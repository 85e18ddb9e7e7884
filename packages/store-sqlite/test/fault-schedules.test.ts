import type { CompleteStore } from "@kioku/core/toolkit";
import { faultSchedules } from "@kioku/testing";
import { expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { bySize } from "./support/by-size.js";
import { temporaryFile } from "./support/temporary-directory.js";

const SCHEDULES = Number(process.env["KIOKU_FAULT_SCHEDULES"] ?? bySize(1_000, 40));
/** On a disk, where every write is synced and every reopening opens the file again. */
const ON_DISK = Math.min(SCHEDULES, bySize(25, 10));

test(
  "after any schedule of failures nothing is lost, doubled, pending or on the wrong text",
  { timeout: 300_000 + SCHEDULES * 200 },
  async () => {
    const report = await faultSchedules(() => sqliteStore({ path: ":memory:" }), {
      schedules: SCHEDULES,
      // Others than those of the reference store.
      seed: 1_000_001,
    });
    expect(report.schedules).toBe(SCHEDULES);
    expect(report.queued).toBeGreaterThan(0);
    expect(report.retried).toBeGreaterThan(0);
    expect(report.reindexed).toBeGreaterThan(0);
  },
);

test(
  "a file that is closed and opened in between holds the same",
  { timeout: 300_000 },
  async () => {
    let path = "";
    const create = (): CompleteStore => {
      path = temporaryFile();
      return sqliteStore({ path });
    };
    const report = await faultSchedules(create, {
      reopenStore: () => sqliteStore({ path }),
      schedules: ON_DISK,
      seed: 2_000_001,
    });
    expect(report.reopened).toBeGreaterThan(0);
  },
);
