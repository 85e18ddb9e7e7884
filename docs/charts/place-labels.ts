import type { Point } from "./svg.ts";

/** A dot that wants its name beside it. */
interface Dot {
  readonly name: string;
  readonly color: string;
  readonly at: Point;
}

/** A name, a place, and the class that says which end of the text is there. */
interface PlacedLabel {
  readonly name: string;
  readonly color: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "" | "middle" | "end";
}

/** Edges of a rectangle. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const CHARACTER = 8.7;
const ASCENT = 11;
const DESCENT = 4;
const GAP = 10;
const CLEARANCE = 8;

/** Where names may stand. */
interface Room {
  readonly inside: Box;
  /** Lines that they avoid where possible. */
  readonly lines: readonly Box[];
}

/**
 * Puts each name right of its dot, or else left, above, below or aslant of it: the first place that
 * is inside and touches no other name or dot, and no line if there is one.
 */
export function placeLabels(dots: readonly Dot[], { inside, lines }: Room): readonly PlacedLabel[] {
  const taken: Box[] = dots.map(({ at }) => around(at));
  return dots.map(({ name, color, at }) => {
    const boxes = candidates(at, name.length * CHARACTER).filter((box) => isWithin(box, inside));
    const free = boxes.filter((box) => taken.every((other) => !overlap(box, other)));
    const clear = free.find((box) => lines.every((line) => !overlap(box, line)));
    const box = clear ?? free[0] ?? boxes[0] ?? around(at);
    taken.push(box);
    return { name, color, y: box.bottom - DESCENT, ...anchorAt(box, at.x) };
  });
}

/**
 * The end of the text that is next to its dot, so that a font that is narrower than expected leaves
 * no gap.
 */
function anchorAt({ left, right }: Box, x: number): Pick<PlacedLabel, "x" | "anchor"> {
  if (left >= x) return { x: left, anchor: "" };
  return right <= x ? { x: right, anchor: "end" } : { x, anchor: "middle" };
}

function around({ x, y }: Point): Box {
  return { left: x - CLEARANCE, right: x + CLEARANCE, top: y - CLEARANCE, bottom: y + CLEARANCE };
}

/** Where a text of this width may stand, best first. */
function candidates({ x, y }: Point, width: number): readonly Box[] {
  const [right, left, centre] = [x + GAP, x - GAP - width, x - width / 2];
  const [level, above, below] = [y + 4, y - GAP, y + GAP + ASCENT];
  return [
    textBox(right, level, width),
    textBox(left, level, width),
    textBox(centre, above, width),
    textBox(centre, below, width),
    textBox(right, above, width),
    textBox(right, below, width),
    textBox(left, above, width),
    textBox(left, below, width),
  ];
}

function textBox(left: number, baseline: number, width: number): Box {
  return { left, right: left + width, top: baseline - ASCENT, bottom: baseline + DESCENT };
}

function isWithin(box: Box, outer: Box): boolean {
  return (
    box.left >= outer.left &&
    box.right <= outer.right &&
    box.top >= outer.top &&
    box.bottom <= outer.bottom
  );
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}
