import { fuzzMemory, isolationProbes } from "@kioku/testing";
import { expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { bySize } from "./support/by-size.js";
import { temporaryFile } from "./support/temporary-directory.js";

/** Set `KIOKU_PROBES=10000` and `KIOKU_FUZZ=1000000` for more. */
const PROBES = Number(process.env["KIOKU_PROBES"] ?? bySize(700, 200));
const CASES = Number(process.env["KIOKU_FUZZ"] ?? bySize(4_000, 1_000));

test(
  "random calls in 200 look-alike scopes see and change nothing of another one",
  async () => {
    const report = await isolationProbes(() => sqliteStore({ path: ":memory:" }), {
      probes: PROBES,
      seed: 2,
    });
    expect(report).toMatchObject({ probes: PROBES, scopes: 200 });
  },
  300_000 + PROBES * 20,
);

test(
  "hostile arguments lead to an answer or a typed error that shows neither SQL nor the file",
  async () => {
    const path = temporaryFile();
    const report = await fuzzMemory(() => sqliteStore({ path }), {
      cases: CASES,
      seed: 2,
      hidden: [path, "kioku-sqlite-"],
    });
    expect(report.cases).toBe(CASES);
    expect(report.answered).toBeGreaterThan(CASES / 10);
  },
  300_000 + CASES * 20,
);
