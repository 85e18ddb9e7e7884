import { ADDED, arrow, cylinder, PLAIN, sheet, STORED, textBox } from "./boxes.ts";
import type { Box, Colours } from "./boxes.ts";
import { drawFrame } from "./frame.ts";
import { element, label } from "./svg.ts";

/** A step from one file to many servers. */
interface Step {
  readonly name: string;
  /** The sign that it is due. */
  readonly when: string;
  /** The work that it takes. */
  readonly change: string;
  /** Draws it below a height. */
  readonly draw: (top: number) => string;
}

const TOP = 78;
const ROW = 92;
const APPS = 236;
const STORES = 372;
const TEXT = 588;

const STEPS: readonly Step[] = [
  {
    name: "1  One file",
    when: "One machine serves all",
    change: "Nothing to run: a library and a file",
    draw: (top) =>
      apps(top, 1) + onward(top) + sheet({ x: STORES, y: top + 10, width: 44, height: 52 }),
  },
  {
    name: "2  One server",
    when: "Several machines, many writers, row level security",
    change: "One line of the program, and a copy of the file",
    draw: (top) => apps(top, 3) + onward(top) + server(top, STORES, ADDED),
  },
  {
    name: "3  Roles, pooler, replicas",
    when: "Production: many processes, many reads",
    change: "Three roles; addresses in the options of the store",
    draw: (top) =>
      [
        apps(top, 3),
        onward(top),
        textBox({ x: STORES, y: top + 12, width: 62, height: 48 }, ["pooler"], ADDED),
        arrow({ x: STORES + 64, y: top + 36 }, { x: STORES + 86, y: top + 36 }),
        server(top, STORES + 88),
        cylinder({ x: STORES + 148, y: top + 4, width: 36, height: 30 }, ADDED),
        cylinder({ x: STORES + 148, y: top + 40, width: 36, height: 30 }, ADDED),
      ].join(""),
  },
  {
    name: "4  Large tenants",
    when: "Some scopes have more than 10,000 vectors",
    change: "Nothing: maintain() moves them to tables of their own",
    draw: (top) =>
      [
        apps(top, 3),
        onward(top),
        cylinder({ x: STORES, y: top, width: 182, height: 74 }),
        textBox({ x: STORES + 10, y: top + 22, width: 62, height: 38 }, ["small", "ones"]),
        textBox({ x: STORES + 82, y: top + 22, width: 40, height: 38 }, ["A"], ADDED),
        textBox({ x: STORES + 130, y: top + 22, width: 40, height: 38 }, ["B"], ADDED),
      ].join(""),
  },
  {
    name: "5  Shards on one server",
    when: "Tables are too large to vacuum as a whole",
    change: "shardedStore in place of postgresStore, and one copy",
    draw: (top) =>
      [
        apps(top, 3),
        onward(top),
        cylinder({ x: STORES, y: top, width: 182, height: 74 }),
        shards({ x: STORES + 14, y: top + 22 }, [12, 3], ADDED),
      ].join(""),
  },
  {
    name: "6  Shards on many servers",
    when: "One server is too small: memory, disk, writes",
    change: "Citus moves shards; or a list of servers of your own",
    draw: (top) =>
      [
        apps(top, 3),
        onward(top),
        ...[0, 1, 2].map((place) => {
          const x = STORES + place * 64;
          return (
            cylinder({ x, y: top, width: 54, height: 74 }, place === 0 ? STORED : ADDED) +
            shards({ x: x + 7, y: top + 22 }, [3, 3], PLAIN)
          );
        }),
      ].join(""),
  },
];

/** Draws the programs of the user. */
function apps(top: number, count: number): string {
  const height = count === 1 ? 28 : 22;
  const first = top + 36 - (count * (height + 3) - 3) / 2;
  return Array.from({ length: count }, (_, index) =>
    textBox({ x: APPS, y: first + index * (height + 3), width: 84, height }, ["program"]),
  ).join("");
}

function onward(top: number): string {
  return arrow({ x: APPS + 88, y: top + 36 }, { x: STORES - 6, y: top + 36 });
}

function server(top: number, x: number, colours?: Colours): string {
  return cylinder({ x, y: top + 6, width: 52, height: 60 }, colours);
}

/** Draws small squares: columns and rows of them. */
function shards(
  { x, y }: Pick<Box, "x" | "y">,
  [columns, rows]: readonly [number, number],
  colours: Colours,
): string {
  return Array.from({ length: columns * rows }, (_, index) =>
    element("rect", {
      x: x + (index % columns) * 13.2,
      y: y + Math.floor(index / columns) * 14,
      width: 10.5,
      height: 11,
      rx: 2,
      ...colours,
    }),
  ).join("");
}

/** Draws the steps from one file to many servers, one below the other. */
export function drawManyServers(): string {
  const height = TOP + STEPS.length * ROW + 10;
  const rows = STEPS.flatMap(({ name, when, change, draw }, index) => {
    const top = TOP + index * ROW;
    return [
      index === 0
        ? ""
        : element("path", { d: `M24 ${top - 9} H936`, class: "grid", "stroke-width": 1 }),
      label(name, { x: 24, y: top + 41, class: "heading" }),
      draw(top),
      label(when, { x: TEXT, y: top + 32, class: "small" }),
      label(change, { x: TEXT, y: top + 52, class: "tick" }),
    ];
  });
  return drawFrame(
    {
      title: "From one file to many servers",
      subtitle: "Green is new in a step. Below each sign stands what the step takes.",
      description: STEPS.map(({ name, when, change }) => `${name}: ${when}. ${change}.`).join(" "),
      height,
    },
    rows,
  );
}
