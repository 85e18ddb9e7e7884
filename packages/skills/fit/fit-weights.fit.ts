import { readFileSync } from "node:fs";

import { localEmbedder } from "@kioku/embed-local";
import { expect, test } from "vitest";

import type { Features } from "../src/trigger/fit-scores.js";
import { RowMaker } from "./episode-rows.js";
import { drawEpisode, type LabelledSet } from "./episodes.js";
import { fitLogistic, type WeightedCase } from "./logistic-regression.js";

interface Source {
  readonly path: URL | string;
  /** Share of the fit. */
  readonly share: number;
  readonly pools: boolean;
  /** Skills, strangers for each text that means one, and number of the episodes. */
  readonly draws: readonly (readonly [skills: number, strangers: number, times: number])[];
}

const PUBLIC = process.env["KIOKU_PUBLIC_SETS"] ?? ".";
const OWN = new URL("../../../bench/skills/data/", import.meta.url);
const OWN_DRAWS = [
  [10, 2.5, 6],
  [5, 1, 3],
] as const;
const SOURCES: readonly Source[] = [
  {
    path: `${PUBLIC}/hwu-64.json`,
    share: 1 / 3,
    pools: true,
    draws: [
      [10, 2.5, 12],
      [5, 2.5, 3],
      [25, 1, 3],
      [64, 0, 5],
    ],
  },
  {
    path: `${PUBLIC}/snips-7.json`,
    share: 1 / 3,
    pools: true,
    draws: [
      [7, 0, 6],
      [5, 0.5, 2],
    ],
  },
  ...["household", "office", "travel"].map((name) => ({
    path: new URL(`${name}.json`, OWN),
    share: 1 / 9,
    pools: false,
    draws: OWN_DRAWS,
  })),
];

/** Makes a generator of pseudo-random numbers (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test("prints weights for fit-scores.ts", { timeout: 600_000 }, async () => {
  const random = seeded(7);
  const maker = new RowMaker(localEmbedder());
  const cases: WeightedCase[] = [];
  let names: readonly (keyof Features)[] = [];
  for (const { path, share, pools, draws } of SOURCES) {
    const set = JSON.parse(readFileSync(path, "utf8")) as LabelledSet;
    const episodes = draws.reduce((sum, [, , times]) => sum + times, 0);
    for (const [skills, strangers, times] of draws) {
      for (let time = 0; time < times; time += 1) {
        const rows = await maker.rows(drawEpisode(set, { skills, strangers, pools, random }));
        for (const { features, isRight } of rows) {
          names = Object.keys(features) as (keyof Features)[];
          const values = names.map((name) => features[name]);
          cases.push({
            features: values,
            isRight,
            weight: share / episodes / rows.length,
          });
        }
      }
    }
  }
  const weights = fitLogistic(cases);
  expect(weights).toHaveLength(names.length + 1);
  const lines = [...names, "BIAS"].map(
    (name, at) => `  ${name}: ${(weights[at] ?? 0).toFixed(2)},`,
  );
  process.stdout.write(`${lines.join("\n")}\n`);
});
