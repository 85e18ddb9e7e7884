import { decodeImage, type GreyImage } from "@kioku/mind/images";
import {
  CARET_CHANGES,
  drawPair,
  SCREEN_CHANGES,
  SCREEN_NOISE,
  seededRandom,
} from "@kioku/testing/support";

import { summarize, type Times } from "../times.ts";
import { loadSharp } from "./encode.ts";
import { FILTERS } from "./filters.ts";

/** Times of a filter for one pair of images of 1,280 x 800, or of decoding one. */
export interface ImageTimes extends Times {
  readonly name: string;
  /** The quickest call, which says most on a busy machine. */
  readonly leastMs: number;
}

/** Times each filter on pairs of 1,280 x 800, and decoding. */
export async function measureSpeed(rounds: number): Promise<readonly ImageTimes[]> {
  const { before, after } = drawPair(SCREEN_CHANGES["a dialog"], { random: seededRandom(7) });
  const caret = drawPair(CARET_CHANGES["a caret blinks"], { random: seededRandom(7) });
  const noise = SCREEN_NOISE["noise of 8"] ?? ((screen) => screen);
  const pairs: Readonly<Record<string, readonly [GreyImage, GreyImage]>> = {
    "the same": [before, before.copy()],
    "a caret": [caret.before, caret.after],
    "a dialog": [before, after],
    noise: [noise(before, seededRandom(1)), noise(before, seededRandom(2))],
  };
  const results: ImageTimes[] = [];
  for (const filter of FILTERS) {
    for (const [name, pair] of Object.entries(pairs)) {
      const times = await timesOf(rounds, () => Promise.resolve(filter.isChanged(...pair)));
      results.push({ name: `${filter.name}: ${name}`, ...times });
    }
  }
  const sharp = await loadSharp();
  if (!sharp) return results;
  const raw = { width: 1_280, height: 800, channels: 1 as const };
  for (const type of ["png", "jpeg", "webp"] as const) {
    const file = await sharp(after.pixels, { raw })[type]().toBuffer();
    results.push({
      name: `decoding: ${type}`,
      ...(await timesOf(rounds, () => decodeImage(file))),
    });
  }
  return results;
}

async function timesOf(
  rounds: number,
  call: () => Promise<unknown>,
): Promise<Omit<ImageTimes, "name">> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  return { leastMs: Number(Math.min(...times).toFixed(3)), ...summarize(times) };
}
