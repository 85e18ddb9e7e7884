import { drawFrame } from "./frame.ts";
import { drawLogPanel } from "./log-panel.ts";
import type { MeasuredLine } from "./log-panel.ts";
import { readResult, significant, whole } from "./measured/bench-results.ts";

/** Members of the saved simulation that the chart needs. */
interface SavedShards {
  readonly law: { readonly tenants: number };
  readonly tenants: { readonly memories: number };
  readonly inputs: {
    readonly dimensions: number;
    readonly node: { readonly cores: number; readonly busy: number };
  };
  readonly shards: readonly {
    readonly shards: number;
    readonly meanBytes: number;
    readonly fullestBytes: number;
  }[];
  readonly nodes: readonly {
    readonly shards: number;
    readonly nodes: number;
    readonly meanBytes: number;
    readonly placedOverMean: number;
    readonly balancedOverMean: number;
    readonly requestsPerSecond: number;
  }[];
}

const HEIGHT = 960;
const TOPS = [84, 520];
const GIB = 2 ** 30;
const MILLION = 1_000_000;
const PERCENT = 100;
const COLORS = ["#047857", "#1d4ed8", "#b45309", "#a21caf", "#475569"];

/** Draws the simulation of many memories on shards and nodes, from the saved result. */
export function drawShards(): string {
  const { law, tenants, inputs, shards, nodes } = readResult("shards.json") as SavedShards;
  const { cores, busy } = inputs.node;
  const counts = [...new Set(nodes.map((one) => one.nodes))];
  const frame = {
    title: `${significant(tenants.memories / MILLION)} million memories of ${significant(law.tenants / MILLION)} million tenants, simulated`,
    subtitle: `Vectors of ${inputs.dimensions} numbers. Sizes and times of the parts were measured. Both scales are logarithmic.`,
    description:
      "Two panels: gibibytes of shards and nodes by the number of shards, and requests a second by the number of nodes. The raw numbers are in bench/results/shards.json.",
    height: HEIGHT,
  };
  const columns = new Map(shards.map((one) => [one.shards, whole(one.shards)]));
  const perNode = counts.map((count, place): MeasuredLine => {
    const own = nodes.filter((one) => one.nodes === count);
    return {
      name: `the fullest of ${count} nodes`,
      color: COLORS[place] ?? "",
      width: 2.4,
      points: own.map((one) => ({
        x: one.shards,
        y: (one.meanBytes * one.balancedOverMean) / GIB,
      })),
    };
  });
  const perShard: readonly MeasuredLine[] = [
    {
      name: "the fullest shard",
      color: "#be123c",
      width: 2.4,
      points: shards.map((one) => ({ x: one.shards, y: one.fullestBytes / GIB })),
    },
    {
      name: "the mean shard",
      color: "#64748b",
      width: 1.8,
      points: shards.map((one) => ({ x: one.shards, y: one.meanBytes / GIB })),
    },
  ];
  const requests = [shards[0], shards.at(-1)].map((one, place): MeasuredLine => {
    const own = nodes.filter((node) => node.shards === one?.shards);
    return {
      name: `${whole(one?.shards ?? 0)} shards`,
      color: COLORS[place] ?? "",
      width: 2.4,
      points: own.map((node) => ({ x: node.nodes, y: node.requestsPerSecond })),
    };
  });
  return drawFrame(frame, [
    drawLogPanel({
      title: "GiB, by the number of shards, after shards were moved until nodes are alike",
      lines: [...perNode, ...perShard],
      columns,
      levels: steps([...perNode, ...perShard], (value) => significant(value)),
      top: TOPS[0] ?? 0,
    }),
    drawLogPanel({
      title: `Requests a second of all nodes, by their number: ${cores} cores each, the hottest ${PERCENT * busy} % busy`,
      lines: requests,
      columns: new Map(counts.map((count) => [count, String(count)])),
      levels: steps(requests, (value) => whole(value)),
      top: TOPS[1] ?? 0,
    }),
  ]);
}

/** The steps 1, 2, 5, 10 and so on around the values of lines. */
function steps(
  lines: readonly MeasuredLine[],
  nameOf: (value: number) => string,
): ReadonlyMap<number, string> {
  const values = lines.flatMap(({ points }) => points.map(({ y }) => y));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const first = Math.floor(Math.log10(least));
  const decades = Math.ceil(Math.log10(most)) - first + 1;
  const all = Array.from({ length: decades }, (_, place) => Number(`1e${first + place}`)).flatMap(
    (decade) => [1, 2, 5].map((step) => Number((step * decade).toPrecision(1))),
  );
  const below = all.findLast((step) => step <= least) ?? least;
  const above = all.find((step) => step >= most) ?? most;
  return new Map(
    all.filter((step) => step >= below && step <= above).map((step) => [step, nameOf(step)]),
  );
}
