/** @module-tag long */
import { expect, test } from "vitest";

import { mcpKills } from "../mcp/mcp-kills.ts";
import { bySize, temporaryDirectory, testSeed } from "./support.ts";

const ROUNDS = bySize(50, 2);
const TOGETHER = bySize(1000, 20);
const seed = testSeed();

test(`two servers of MCP remember ${TOGETHER} each in one file, and lose none when one is killed (${ROUNDS} kills, seed ${seed})`, async () => {
  const options = { rounds: ROUNDS, together: TOGETHER, seed, directory: temporaryDirectory() };
  const report = await mcpKills(options);
  expect(report.defects).toEqual([]);
  expect(report).toMatchObject({ rounds: ROUNDS, together: 2 * TOGETHER, lost: 0, foreign: 0 });
  expect(report.acknowledged).toBeGreaterThan(2 * TOGETHER + ROUNDS);
  expect(report.unanswered).toBeGreaterThan(0);
});
