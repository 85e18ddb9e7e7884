import type { GreyImage } from "@kioku/mind/images";
import {
  CARET_CHANGES,
  drawPair,
  DrawnScreen,
  SCREEN_CHANGES,
  SCREEN_NOISE,
  seededRandom,
  type ScreenChange,
} from "@kioku/testing/support";

import { loadSharp, throughJpeg } from "./encode.ts";
import { KeptCounter, type KeptCounts } from "./kept-counts.ts";

/** Number of pairs of each kind, and a call for progress. */
export interface DrawnOptions {
  readonly seeds: number;
  readonly show: (done: number, total: number) => void;
}

/** Makes an image noisy, or encodes it: the first one of a pair, and the second one. */
type Disturb = (pair: Pair, random: () => number) => Promise<Pair>;
type Pair = readonly [before: GreyImage, after: GreyImage];

/** A change, and the group in which it is counted. */
interface Kind {
  readonly group: string;
  readonly isNew: boolean;
  readonly change: ScreenChange | undefined;
}

/** Counts each change on windows of 1,280 x 800. */
export function measureCases({ seeds, show }: DrawnOptions): readonly KeptCounts[] {
  const counter = new KeptCounter();
  const changes = Object.entries({ ...CARET_CHANGES, ...SCREEN_CHANGES });
  for (const [index, [name, change]] of changes.entries()) {
    show(index, changes.length);
    for (let seed = 1; seed <= seeds; seed += 1) {
      const { before, after } = drawPair(change, { random: seededRandom(seed) });
      counter.count(name, name in SCREEN_CHANGES, [before, after]);
    }
  }
  return counter.results();
}

/** Counts groups of changes in each kind of noise, on windows of 640 x 400. */
export async function measureRates({ seeds, show }: DrawnOptions): Promise<readonly KeptCounts[]> {
  const counter = new KeptCounter();
  const disturbances = await disturbancesOf();
  const kinds = kindsOf();
  for (const [index, { group, isNew, change }] of kinds.entries()) {
    for (let seed = 1; seed <= seeds; seed += 1) {
      show(index * seeds + seed, kinds.length * seeds);
      const random = seededRandom(1_000 * (index + 1) + seed);
      const { before, after } = drawPair(change, { random, width: 640, height: 400 });
      for (const [noise, disturb] of disturbances) {
        // Pale text may be lost in noise.
        const expected = group === "pale text" && noise !== "without noise" ? null : isNew;
        counter.count(`${group}, ${noise}`, expected, await disturb([before, after], random));
      }
    }
  }
  return counter.results();
}

function kindsOf(): readonly Kind[] {
  const texts = Object.entries(SCREEN_CHANGES).map(([name, change]) => {
    return { group: name.includes("pale") ? "pale text" : "text", isNew: true, change };
  });
  const carets = Object.values(CARET_CHANGES).map((change) => {
    return { group: "carets", isNew: false, change };
  });
  const nothing = { group: "nothing", isNew: false, change: undefined };
  return [...texts, ...carets, nothing, nothing, nothing];
}

async function disturbancesOf(): Promise<ReadonlyMap<string, Disturb>> {
  const disturbances = new Map<string, Disturb>([["without noise", async (pair) => pair]]);
  for (const [name, add] of Object.entries(SCREEN_NOISE)) {
    const noisy = (image: GreyImage, random: () => number): GreyImage => {
      const screen = new DrawnScreen(image.width, image.height);
      screen.pixels.set(image.pixels);
      return add(screen, random);
    };
    disturbances.set(`${name} in the second`, async ([before, after], random) => {
      return [before, noisy(after, random)];
    });
    disturbances.set(`${name} in both`, async ([before, after], random) => {
      return [noisy(before, random), noisy(after, random)];
    });
  }
  const sharp = await loadSharp();
  if (!sharp) return disturbances;
  for (const [name, first, second] of [
    ["JPEG of 85 in the second", undefined, 85],
    ["JPEG of 92 in the second", undefined, 92],
    ["JPEG of 92, then of 85", 92, 85],
    ["JPEG of 85 in both", 85, 85],
  ] as const) {
    disturbances.set(name, async ([before, after]) => [
      first === undefined ? before : await throughJpeg(sharp, before, first),
      await throughJpeg(sharp, after, second),
    ]);
  }
  return disturbances;
}
