import {
  CARET_CHANGES,
  drawPair,
  DrawnScreen,
  rejection,
  SCREEN_CHANGES,
  SCREEN_NOISE,
  seededRandom,
  type ScreenChange,
} from "@kioku/testing/support";
import sharp from "sharp";
import { expect, test } from "vitest";

import { mirixFilter } from "../../../src/images/filter/mirix-filter.js";
import { tileFilter } from "../../../src/images/filter/tile-filter.js";

const filter = tileFilter();
const SEEDS = process.env["KIOKU_TEST_SIZE"] === "full" ? [1, 2, 3, 4, 5, 6] : [2, 4, 5];
const UNSEEN_BY_MIRIX = [
  "12 characters are typed",
  "a line of chat",
  "ten lines of chat",
  "a dialog",
] as const;

async function asJpeg(screen: DrawnScreen, quality: number): Promise<DrawnScreen> {
  const { width, height, pixels } = screen;
  const raw = { width, height, channels: 1 as const };
  const file = await sharp(pixels, { raw }).jpeg({ quality }).toBuffer();
  const copy = screen.copy();
  copy.pixels.set(await sharp(file).toColourspace("b-w").raw().toBuffer());
  return copy;
}

function draw(change: ScreenChange | undefined, seed: number): ReturnType<typeof drawPair> {
  return drawPair(change, { random: seededRandom(seed), width: 640, height: 400 });
}

test.for(Object.entries(SCREEN_CHANGES))("%s: kept, also in noise", ([name, change]) => {
  for (const seed of SEEDS) {
    const { before, after } = draw(change, seed);
    expect(filter.isChanged(before, after), `seed ${seed}`).toBe(true);
    // Pale text and dots may be lost in noise.
    if (name.includes("pale") || name.includes("thin")) continue;
    const random = seededRandom(seed);
    const disturb = Object.values(SCREEN_NOISE)[seed % 5];
    if (!disturb) continue;
    const pair = [disturb(before, random), disturb(after, random)] as const;
    expect(filter.isChanged(...pair), `seed ${seed} in noise`).toBe(true);
  }
});

test.for(Object.entries(CARET_CHANGES))("%s: dropped", ([, change]) => {
  for (const seed of SEEDS) {
    const { before, after } = draw(change, seed);
    expect(filter.isChanged(before, after), `seed ${seed}`).toBe(false);
    expect(filter.isChanged(after, before), `seed ${seed} turned round`).toBe(false);
  }
});

test.for(Object.entries(SCREEN_NOISE))("%s: dropped, alone and with a caret", ([, disturb]) => {
  for (const seed of SEEDS) {
    const random = seededRandom(seed);
    const { before, after } = draw(seed > 3 ? undefined : CARET_CHANGES["a caret blinks"], seed);
    expect(filter.isChanged(before, disturb(after, random)), `seed ${seed}`).toBe(false);
    const pair = [disturb(before, random), disturb(after, random)] as const;
    expect(filter.isChanged(...pair), `seed ${seed}, both`).toBe(false);
  }
});

test("JPEG files of a quality of 85 and more show nothing new, but text in them does", async () => {
  for (const [index, seed] of SEEDS.entries()) {
    const quality = 85 + 3 * index;
    const same = draw(seed > 3 ? undefined : CARET_CHANGES["a caret moves"], seed);
    const after = await asJpeg(same.after, quality);
    expect(filter.isChanged(same.before, after), `seed ${seed}`).toBe(false);
    const both = await asJpeg(same.before, 85);
    expect(filter.isChanged(both, after), `seed ${seed}, both`).toBe(false);
    const typed = draw(SCREEN_CHANGES["a character is typed"], seed);
    const other = await asJpeg(typed.after, quality);
    expect(filter.isChanged(typed.before, other), `seed ${seed}, typed`).toBe(true);
  }
});

test.for(UNSEEN_BY_MIRIX)("MIRIX's filter does not see: %s", (name) => {
  const { before, after } = drawPair(SCREEN_CHANGES[name], { random: seededRandom(7) });
  expect(mirixFilter().isChanged(before, after)).toBe(false);
  expect(filter.isChanged(before, after)).toBe(true);
});

test("MIRIX's filter sees another window, and no caret", () => {
  const { before, after } = drawPair(SCREEN_CHANGES["another window"], { random: seededRandom(3) });
  expect(mirixFilter().isChanged(before, after)).toBe(true);
  const caret = drawPair(CARET_CHANGES["a caret blinks"], { random: seededRandom(3) });
  expect(mirixFilter().isChanged(caret.before, caret.after)).toBe(false);
});

test("another size is a change", () => {
  for (const one of [filter, mirixFilter()]) {
    expect(one.isChanged(new DrawnScreen(20, 10), new DrawnScreen(10, 20))).toBe(true);
  }
});

test("images of any size are compared", () => {
  for (const [width, height] of [
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 3],
    [17, 15],
    [331, 97],
    [3_840, 2_160],
  ] as const) {
    const before = new DrawnScreen(width, height);
    const after = before.copy();
    expect(filter.isChanged(before, after)).toBe(false);
    if (width === 0) continue;
    after.paint({ x: width - 1, y: height - 1, width: 1, height: 1 }, 0);
    expect(filter.isChanged(before, after), `${width} x ${height}`).toBe(true);
  }
});

test("a caret counts with a caret width of 0, and so does what is wider than the caret", () => {
  const before = new DrawnScreen(200, 100);
  const after = before.copy().paint({ x: 50, y: 40, width: 3, height: 18 }, 0);
  expect(filter.isChanged(before, after)).toBe(false);
  expect(tileFilter({ caretWidth: 2 }).isChanged(before, after)).toBe(true);
  expect(tileFilter({ caretWidth: 0 }).isChanged(before, after)).toBe(true);
});

test("a bar of a chart that grows, a line and a square are no carets", () => {
  const shapes = [
    { x: 60, y: 60, width: 10, height: 20 },
    { x: 20, y: 10, width: 1, height: 120 },
    { x: 20, y: 10, width: 14, height: 14 },
    { x: 20, y: 10, width: 30, height: 2 },
  ];
  const before = new DrawnScreen(200, 200).paint({ x: 60, y: 80, width: 10, height: 60 }, 90);
  for (const shape of shapes) {
    expect(filter.isChanged(before, before.copy().paint(shape, 90))).toBe(true);
  }
});

test("options that cannot work are refused", async () => {
  for (const options of [
    { leastDifference: 0 },
    { caretWidth: 1.5 },
    { caretWidth: -1 },
    { tiles: 3 } as object,
  ]) {
    expect(await rejection(() => tileFilter(options))).toMatchObject({ code: "invalid-input" });
  }
});

test("a bracket, and an l with serifs, are no carets", () => {
  const [width, height] = [120, 80];
  const before = { width, height, pixels: new Uint8Array(width * height).fill(30) };
  const [end, middle] = [
    [34, 121, 141, 106],
    [0, 0, 97, 121],
  ];
  for (const rows of [
    [end, ...Array.from({ length: 11 }, () => middle), end],
    [...Array.from({ length: 12 }, () => middle), end],
  ]) {
    const pixels = before.pixels.slice();
    for (const [y, row] of rows.entries()) {
      for (const [x, more] of row.entries()) pixels[(40 + y) * width + 60 + x] = 30 + more;
    }
    expect(filter.isChanged(before, { width, height, pixels })).toBe(true);
  }
});
