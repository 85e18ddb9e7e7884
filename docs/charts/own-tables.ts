import { ADDED, arrow, PLAIN, STORED, textBox } from "./boxes.ts";
import { drawFrame } from "./frame.ts";
import { element, label } from "./svg.ts";

/** A moment of moving the vectors of a scope, and what it says. */
interface Moment {
  readonly name: string;
  readonly reads: string;
  readonly writes: string;
  /** Share of the vectors that has its own table already. */
  readonly moved: number;
  readonly hasTable: boolean;
  readonly hasIndex: boolean;
}

const MOMENTS: readonly Moment[] = [
  {
    name: "in the shared table",
    reads: "compare every vector",
    writes: "go to the shared table",
    moved: 0,
    hasTable: false,
    hasIndex: false,
  },
  {
    name: "moving, batch by batch",
    reads: "both tables, exactly",
    writes: "go to its own table",
    moved: 0.55,
    hasTable: true,
    hasIndex: false,
  },
  {
    name: "building the index",
    reads: "its own table, exactly",
    writes: "go to its own table",
    moved: 1,
    hasTable: true,
    hasIndex: false,
  },
  {
    name: "in a table of its own",
    reads: "its own table, by the index",
    writes: "go to its own table",
    moved: 1,
    hasTable: true,
    hasIndex: true,
  },
];

const LEFT = 116;
const COLUMN = 212;
const WIDTH = 196;
const BAR = { width: 172, height: 20 };

/** Draws how the vectors of a large scope move to a table of their own while it is used. */
export function drawOwnTables(): string {
  const columns = MOMENTS.flatMap((moment, index) => {
    const x = LEFT + index * COLUMN;
    const bar = x + (WIDTH - BAR.width) / 2;
    const middle = x + WIDTH / 2;
    return [
      label(moment.name, { x: middle, y: 97, class: "small middle" }),
      index === 0 ? "" : arrow({ x: x - 15, y: 156 }, { x: x - 1, y: 156 }),
      element("rect", { x, y: 116, width: WIDTH, height: 80, rx: 6, ...STORED }),
      label("shared table", { x: middle, y: 136, class: "tick middle" }),
      filled({ x: bar, y: 146 }, 1, PLAIN.fill),
      label("small scopes", { x: middle, y: 160, class: "tick middle" }),
      filled({ x: bar, y: 170 }, 1 - moment.moved, "#bbf7d0"),
      moment.hasTable
        ? element("rect", { x, y: 208, width: WIDTH, height: 76, rx: 6, ...ADDED })
        : "",
      moment.hasTable ? label("its own table", { x: middle, y: 228, class: "tick middle" }) : "",
      moment.hasTable ? filled({ x: bar, y: 236 }, moment.moved, "#bbf7d0") : "",
      moment.hasIndex
        ? textBox({ x: bar, y: 260, width: BAR.width, height: 18 }, ["HNSW index"])
        : "",
      label(moment.reads, { x: middle, y: 310, class: "small middle" }),
      label(moment.writes, { x: middle, y: 336, class: "small middle" }),
    ];
  });
  return drawFrame(
    {
      title: "A large scope moves to a table of its own",
      subtitle:
        "Light green are the vectors of the scope. Each vector is in one table at any moment, and a killed maintain() is completed by the next one.",
      description: MOMENTS.map(
        ({ name, reads, writes }) => `${name}: reads ${reads}; writes ${writes}.`,
      ).join(" "),
      height: 356,
    },
    [
      label("reads", { x: 24, y: 310, class: "heading" }),
      label("writes", { x: 24, y: 336, class: "heading" }),
      ...columns,
    ],
  );
}

function filled({ x, y }: { readonly x: number; readonly y: number }, share: number, fill: string) {
  const empty = { x, y, ...BAR, rx: 3, fill: "none", stroke: "#cbd5e1" };
  return [
    share === 0 ? "" : element("rect", { x, y, ...BAR, width: BAR.width * share, rx: 3, fill }),
    element("rect", empty),
  ].join("");
}
