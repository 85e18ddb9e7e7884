/**
 * Strokes of characters on a grid: points of two digits, x from 0 to 4 and y from 0 (top of
 * capitals) over 7 (baseline) to 9; strokes end at a comma.
 */
const STROKES: Readonly<Record<string, string>> = {
  A: "07 20 47,14 34",
  B: "07 00 30 41 42 33 03,33 44 46 37 07",
  C: "41 30 10 01 06 17 37 46",
  D: "07 00 20 42 45 27 07",
  E: "40 00 07 47,03 33",
  F: "40 00 07,03 33",
  G: "41 30 10 01 06 17 37 46 44 24",
  H: "00 07,40 47,03 43",
  I: "20 27",
  J: "40 46 37 17 06",
  K: "00 07,40 03 47",
  L: "00 07 47",
  M: "07 00 23 40 47",
  N: "07 00 47 40",
  O: "10 30 41 46 37 17 06 01 10",
  P: "07 00 30 41 43 34 04",
  Q: "10 30 41 46 37 17 06 01 10,25 47",
  R: "07 00 30 41 43 34 04,24 47",
  S: "41 30 10 01 02 13 33 44 46 37 17 06",
  T: "00 40,20 27",
  U: "00 06 17 37 46 40",
  V: "00 27 40",
  W: "00 17 23 37 40",
  X: "00 47,40 07",
  Y: "00 23 40,23 27",
  Z: "00 40 07 47",
  a: "12 32 43 47,44 14 05 06 17 37 46",
  b: "00 07,03 12 32 43 46 37 17 06",
  c: "43 32 12 03 06 17 37 46",
  d: "40 47,43 32 12 03 06 17 37 46",
  e: "05 45 43 32 12 03 06 17 37 46",
  f: "40 30 21 27,12 42",
  g: "42 48 39 19 08,43 32 12 03 06 17 37 46",
  h: "00 07,03 12 32 43 47",
  i: "22 27,20 20",
  j: "32 38 29 19,30 30",
  k: "00 07,32 05 37",
  l: "20 27",
  m: "02 07,03 12 23 27,23 32 43 47",
  n: "02 07,03 12 32 43 47",
  o: "12 32 43 46 37 17 06 03 12",
  p: "02 09,03 12 32 43 46 37 17 06",
  q: "42 49,43 32 12 03 06 17 37 46",
  r: "12 17,14 22 32",
  s: "43 32 12 03 14 34 45 46 37 17 06",
  t: "20 26 37 47,12 42",
  u: "02 06 17 37 46,42 47",
  v: "02 27 42",
  w: "02 17 24 37 42",
  x: "02 47,42 07",
  y: "02 27,42 19",
  z: "02 42 07 47",
  "0": "10 30 41 46 37 17 06 01 10",
  "1": "11 20 27",
  "2": "01 10 30 41 42 07 47",
  "3": "00 40 23 33 44 46 37 17 06",
  "4": "37 30 05 45",
  "5": "40 00 03 33 44 46 37 17 06",
  "6": "30 12 04 06 17 37 46 45 34 14 05",
  "7": "00 40 17",
  "8": "13 02 01 10 30 41 42 33 13 04 06 17 37 46 44 33",
  "9": "17 36 43 41 30 10 01 02 13 33 42",
  ".": "27 27",
  ",": "27 18",
  ":": "23 23,27 27",
  "!": "20 25,27 27",
  "?": "01 10 30 41 32 24,27 27",
  "-": "04 44",
  _: "08 48",
  "/": "09 40",
  "(": "30 12 16 38",
  ")": "10 32 36 18",
  "[": "30 10 18 38",
  "]": "10 30 38 18",
  "+": "22 26,04 44",
  "=": "03 43,05 45",
  "'": "20 22",
  '"': "10 12,30 32",
  "|": "20 29",
  "%": "40 07,00 00,47 47",
  "€": "41 30 10 01 06 17 37 46,03 33,05 35",
};

/** Width of a space, and between characters, on the grid. */
const SPACE = 3;
const GAP = 1.6;
/** Size of the box of other characters on the grid, from above the capitals to below the line. */
const BOX = { left: 0, right: 7, top: -1, bottom: 8 };

/** A line from one point to another: x, y, x, y. */
type Stroke = readonly [number, number, number, number];

/** Shape of a character on the grid. */
export interface Glyph {
  /** Lines. */
  readonly strokes: readonly Stroke[];
  /** Distance to the next character. */
  readonly advance: number;
}

/**
 * Returns the shape of a character. Those that the font lacks, such as Chinese ones, are boxes of
 * strokes that differ for each of them.
 */
export function glyphOf(character: string): Glyph {
  if (character === " ") return { strokes: [], advance: SPACE };
  const drawn = STROKES[character];
  if (drawn === undefined) {
    return { strokes: boxOfStrokes(character), advance: BOX.right - BOX.left + GAP };
  }
  const strokes = drawn.split(",").flatMap((stroke) => {
    const points = stroke.split(" ").map((point) => [Number(point[0]), Number(point[1])] as const);
    return points.slice(1).map(([x, y], index): Stroke => {
      const [fromX, fromY] = points[index] ?? [x, y];
      return [fromX, fromY, x, y];
    });
  });
  const columns = strokes.flatMap(([from, , to]) => [from, to]);
  const left = Math.min(...columns);
  return {
    strokes: strokes.map(([x, y, toX, toY]) => [x - left, y, toX - left, toY]),
    advance: Math.max(...columns) - left + GAP,
  };
}

/** Makes up to nine strokes, most of them level or upright, from the code of a character. */
function boxOfStrokes(character: string): readonly Stroke[] {
  let state = (character.codePointAt(0) ?? 1) * 2_654_435_761;
  const next = (count: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) | 0;
    return ((state >>> 8) % count) | 0;
  };
  const width = BOX.right - BOX.left;
  const height = BOX.bottom - BOX.top;
  return Array.from({ length: 5 + next(5) }, (): Stroke => {
    const [x, y] = [BOX.left + next(width - 2), BOX.top + next(height - 2)];
    const isLevel = next(5);
    if (isLevel < 2) return [x, y, x + 2 + next(width - x - 1), y];
    if (isLevel < 4) return [x, y, x, y + 2 + next(BOX.bottom - y - 1)];
    return [x, y, x + 2, y + 2];
  });
}
