import { existsSync, readdirSync, readFileSync } from "node:fs";

import { drawFrame } from "./frame.ts";
import { drawLogPanel } from "./log-panel.ts";
import type { MeasuredLine } from "./log-panel.ts";

/** Members of the results of `npm run measure -- store` that the chart needs. */
interface SavedRun {
  readonly count: number;
  readonly dimensions: number;
  readonly vector: Measured;
  readonly hybrid: Measured;
  readonly peers: readonly SavedPeer[];
}

/** A peer has no vectors where it has no time for them. */
interface SavedPeer extends Partial<Measured> {
  readonly name: string;
}

interface Measured {
  readonly p50Ms: number;
  readonly recallAt10: number;
}

const ON_SQLITE = new URL("../../bench/results/store/", import.meta.url);
const ON_POSTGRES = new URL("postgres/", ON_SQLITE);
/** Runs with the usual dimensions on the usual data. */
const USUAL = /^\d+\.json$/u;
const KIOKU = "#047857";
const KIOKU_POSTGRES = "#1d4ed8";
const PEER_COLORS: Readonly<Record<string, string>> = {
  // Files from before all were asked in turns have the first name.
  "sqlite-vec vec0": "#c2410c",
  "sqlite-vec + FTS5": "#c2410c",
  "usearch HNSW": "#4338ca",
  "hnswlib-node HNSW": "#0369a1",
  "LanceDB IVF_HNSW_SQ": "#a21caf",
  "LanceDB flat": "#be123c",
  "LangChain MemoryVectorStore": "#92400e",
  "mem0ai own store": "#475569",
  Orama: "#0f766e",
  "Vectra LocalIndex": "#4d7c0f",
};
const OTHER_COLOR = "#64748b";
const HEIGHT = 490;
const MS_PER_SECOND = 1_000;

const SUBTITLE =
  "Median of one query, clustered vectors, ten best. In brackets recall@10 at the largest count. Both scales are logarithmic.";

const DESCRIPTION =
  "Lines of time against the number of records, one per store. The raw numbers are in bench/results/store.";

/** The chart of how long a search takes as a store grows, from the saved measurements. */
export function drawStoreSpeed(): string {
  const runs = readRuns(ON_SQLITE);
  const lines = [
    lineOf("Kioku, vectors", runs, ({ vector }) => vector),
    lineOf("Kioku, whole recall", runs, ({ hybrid }) => hybrid),
    ...postgresLines(readRuns(ON_POSTGRES)),
    ...peersOf(runs).map((name) =>
      lineOf(name, runs, ({ peers }) => peers.find((peer) => peer.name === name)),
    ),
  ];
  const dimensions = runs[0]?.dimensions ?? 0;
  const title = "How long a search takes as a store grows";
  return drawFrame({ title, subtitle: SUBTITLE, description: DESCRIPTION, height: HEIGHT }, [
    drawLogPanel({
      title: `Time of one query, by records of ${dimensions} dimensions`,
      lines,
      columns: new Map(runs.map(({ count }) => [count, count.toLocaleString("en-US")])),
      levels: decades(lines.flatMap(({ points }) => points.map(({ y }) => y))),
      top: 84,
    }),
  ]);
}

/** Smallest first; none where nothing was saved. */
function readRuns(folder: URL): readonly SavedRun[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => USUAL.test(name))
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as SavedRun)
    .toSorted((a, b) => a.count - b.count);
}

/** The same on PostgreSQL, if it was measured. */
function postgresLines(runs: readonly SavedRun[]): readonly MeasuredLine[] {
  if (runs.length === 0) return [];
  return [
    lineOf("Kioku on PostgreSQL, vectors", runs, ({ vector }) => vector),
    lineOf("Kioku on PostgreSQL, recall", runs, ({ hybrid }) => hybrid),
  ];
}

function peersOf(runs: readonly SavedRun[]): readonly string[] {
  const searched = runs.flatMap(({ peers }) => peers.filter(({ p50Ms }) => p50Ms !== undefined));
  return [...new Set(searched.map(({ name }) => name))];
}

/** The points of one store, where it was measured. */
function lineOf(
  name: string,
  runs: readonly SavedRun[],
  of: (run: SavedRun) => Partial<Measured> | undefined,
): MeasuredLine {
  const measured = runs.flatMap((run) => {
    const { p50Ms, recallAt10 } = of(run) ?? {};
    return p50Ms === undefined ? [] : [{ x: run.count, y: p50Ms, recall: recallAt10 }];
  });
  const isOurs = name.startsWith("Kioku");
  const [first, second] = measured;
  const only = first && !second ? `, ${first.x.toLocaleString("en-US")} only` : "";
  return {
    name: `${name} (${(measured.at(-1)?.recall ?? 0).toFixed(3)}${only})`,
    color: colorOf(name),
    width: isOurs ? 3.2 : 1.8,
    points: measured,
  };
}

function colorOf(name: string): string {
  if (name.startsWith("Kioku on PostgreSQL")) return KIOKU_POSTGRES;
  return name.startsWith("Kioku") ? KIOKU : (PEER_COLORS[name] ?? OTHER_COLOR);
}

/** The powers of ten around these values. */
function decades(values: readonly number[]): ReadonlyMap<number, string> {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.ceil(Math.log10(Math.max(...values)));
  return new Map(
    Array.from({ length: last - first + 1 }, (_, place) => {
      const value = Number(`1e${first + place}`);
      return [value, value < MS_PER_SECOND ? `${value} ms` : `${value / MS_PER_SECOND} s`];
    }),
  );
}
