import { drawFrame } from "./frame.ts";
import { element, label, polyline } from "./svg.ts";
import { HARNESSES, whole } from "./torture-harnesses.ts";
import { readTortureResults } from "./torture-results.ts";

interface Row {
  readonly name: string;
  readonly rounds: number;
  readonly shown: string;
  readonly defects: number;
}

const LEFT = 300;
const WIDTH = 420;
const TOP = 88;
const ROW_HEIGHT = 30;
const BAR_HEIGHT = 16;
const DECADES = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];
const KEPT = "#047857";
const BROKEN = "#b91c1c";

/** The chart of how often each harness ran and what it found, from the saved results. */
export function drawReliability(): string {
  const rows = readRows();
  const broken = rows.reduce((sum, { defects }) => sum + defects, 0);
  const bottom = TOP + rows.length * ROW_HEIGHT;
  const frame = {
    title: `Attempts to break a promise, and promises broken: ${whole(broken)}`,
    subtitle: "Rounds of each harness, on a logarithmic scale. Green: every promise was kept.",
    description:
      "Bars of how many rounds each harness has run on each store. The raw numbers are in torture/results.",
    height: bottom + 44,
  };
  return drawFrame(frame, [
    ...DECADES.map((rounds) => drawDecade(rounds, bottom)),
    ...rows.map((row, index) => drawRow(row, TOP + (index + 0.5) * ROW_HEIGHT)),
  ]);
}

function readRows(): readonly Row[] {
  const results = readTortureResults().filter(({ control }) => control === undefined);
  return HARNESSES.flatMap(({ name, title, rounds, roundsOf }) =>
    results
      .filter(({ harness }) => harness === name)
      .map((result) => ({
        name: `${title}, ${result.store}`,
        rounds: roundsOf(result),
        shown: `${whole(roundsOf(result))} ${rounds}, ${whole(result.defects)} broken`,
        defects: result.defects,
      })),
  );
}

function placeOf(rounds: number): number {
  const most = Math.log10(DECADES.at(-1) ?? 1);
  return LEFT + (WIDTH * Math.log10(Math.max(rounds, 1))) / most;
}

function drawDecade(rounds: number, bottom: number): string {
  const x = placeOf(rounds);
  const points = [
    { x, y: TOP },
    { x, y: bottom },
  ];
  return (
    polyline(points, { class: rounds === 1 ? "axis" : "grid" }) +
    label(whole(rounds), { x, y: bottom + 18, class: "tick middle" })
  );
}

function drawRow({ name, rounds, shown, defects }: Row, y: number): string {
  const end = placeOf(rounds);
  const bar = {
    x: LEFT,
    y: y - BAR_HEIGHT / 2,
    width: end - LEFT,
    height: BAR_HEIGHT,
    fill: defects === 0 ? KEPT : BROKEN,
  };
  return [
    label(name, { x: LEFT - 10, y: y + 4, class: "small end" }),
    element("rect", bar),
    label(shown, { x: end + 8, y: y + 4, class: "tick" }),
  ].join("");
}
