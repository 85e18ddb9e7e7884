import { existsSync, readdirSync, readFileSync } from "node:fs";

import { STATIC_TABLE } from "./embedding-models.ts";

/** Members of the results of `npm run measure -- embed` that charts and tables need. */
interface SavedRun {
  /** True for a run that only shows that everything works. */
  readonly quick: boolean;
  readonly static?: { readonly English: SavedRate };
  readonly transformer?: readonly SavedModel[];
}

interface SavedModel {
  /** The model whose shape it has. */
  readonly shapeOf: string;
  readonly quantization: string;
  readonly threads: number;
  /** Texts of about 12 tokens. */
  readonly short: SavedRate;
}

interface SavedRate {
  readonly perSecond: number;
}

const SAVED = new URL("../../bench/results/embed/", import.meta.url);
const QUANTIZATION = "q8";
const THREADS = 1;

/** Measured speeds of the embedders that run in the process. */
interface Speeds {
  /**
   * Short texts a second by the name of the model, on one thread, networks with eight-bit weights.
   */
  readonly of: ReadonlyMap<string, number>;
  /** True if some are of a quick run, and mean little. */
  readonly isQuick: boolean;
}

/** Reads the saved speeds; none if there are no results. */
export function readSpeeds(folder: URL = SAVED): Speeds {
  if (!existsSync(folder)) return { of: new Map(), isQuick: false };
  const runs = readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .toSorted()
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), "utf8")) as SavedRun);
  return { of: new Map(runs.flatMap(speedsOf)), isQuick: runs.some(({ quick }) => quick) };
}

function speedsOf(run: SavedRun): readonly (readonly [string, number])[] {
  const networks = (run.transformer ?? [])
    .filter(({ quantization, threads }) => quantization === QUANTIZATION && threads === THREADS)
    .map(({ shapeOf, short }) => [shapeOf, short.perSecond] as const);
  return run.static ? [[STATIC_TABLE, run.static.English.perSecond], ...networks] : networks;
}
