import { expect, test } from "vitest";

import { serverKills, whyNoServerKills } from "../server-kill/server-kills.ts";
import { testSeed } from "./support.ts";

/** `KIOKU_SERVER_KILLS=40` for more. */
const ROUNDS = Number(process.env["KIOKU_SERVER_KILLS"] ?? 3);
const LIMIT_MS = 300_000 + ROUNDS * 15_000;
const seed = testSeed();
const reason = await whyNoServerKills();

test.skipIf(reason !== undefined)(
  `after kill -9 of PostgreSQL everything that a store acknowledged is there, and no half batch (seed ${seed})`,
  async () => {
    const report = await serverKills({ rounds: ROUNDS, seed });
    expect(report).toMatchObject({ rounds: ROUNDS, lost: 0, torn: 0, defects: [] });
    expect(report.fewestAcknowledged).toBeGreaterThanOrEqual(1);
    expect(report.interrupted).toBeGreaterThan(0);
  },
  LIMIT_MS,
);

test.skipIf(reason !== undefined)(
  `the harness finds it out when writes are acknowledged before they are done (seed ${seed})`,
  async () => {
    const report = await serverKills({ rounds: 3, seed, acknowledgesEarly: true });
    expect(report.lost).toBeGreaterThan(0);
    expect(report.defects.length).toBeGreaterThan(0);
  },
  LIMIT_MS,
);
