import { parseArgs } from "node:util";

import { integer } from "../integer.ts";
import type { PlaceChoice } from "../places/open-place.ts";
import { parsePlace, PLACE_OPTIONS, PLACE_USAGE } from "../places/place-options.ts";
import type { DataSettings } from "./data/clustered-vectors.ts";

/** Settings of one run. */
export interface StoreBenchSettings extends DataSettings, PlaceChoice {
  /** True to have other stores do the same work. */
  readonly peers: boolean;
  /** Time that each of them may take to be filled. */
  readonly peerSeconds: number;
}

/** A command as it was given. */
export interface StoreCommand {
  /** One run after the other; where hard data was asked for, each count has two. */
  readonly runs: readonly StoreBenchSettings[];
  readonly json: boolean;
  readonly save: boolean;
  readonly help: boolean;
}

const MAX_COUNT = 1_000_000;
const MAX_DIMENSIONS = 4_096;
const MAX_SEED = 2 ** 31 - 1;
const MAX_SECONDS = 86_400;

/** Usage of the command. */
export const USAGE = `npm run measure -- store [--store sqlite|postgres] [--count N[,N...]] [--dimensions D] [--hard] [--peers] [--json] [--save] [--seed S]

Measures a store with so many records on this machine, through the public API: search by vector and whole recalls with their
recall@10, writes, cold open, memory, event loop; always beside sqlite-vec with FTS5 and one read of the memory, and with
--peers beside other stores.

${PLACE_USAGE}
  --count N          records of the large scope, 100 to ${MAX_COUNT} (default 10000); several with commas between
  --dimensions D     width of the vectors, 4 to ${MAX_DIMENSIONS} (default 384)
  --hard             the same once more on hard data: clusters so weak that graph indexes lose recall
  --peers            other stores do the same work in turns; installs them into bench/store/peers on first use
  --peer-seconds S   how long each of them may take to be filled before it is left out (default 300)
  --json             end with one JSON object on the last line (one line for each count)
  --save             write it with machine and versions to bench/results/store/COUNT.json
  --seed S           another seed makes other data (default 1)
  --help             show this`;

/** Reads the command line. @throws `UsageError` naming the option and what it takes. */
export function parseStoreCommand(args: readonly string[]): StoreCommand {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...PLACE_OPTIONS,
      count: { type: "string", default: "10000" },
      dimensions: { type: "string", default: "384" },
      hard: { type: "boolean", default: false },
      peers: { type: "boolean", default: false },
      "peer-seconds": { type: "string", default: "300" },
      json: { type: "boolean", default: false },
      save: { type: "boolean", default: false },
      seed: { type: "string", default: "1" },
      help: { type: "boolean", default: false },
    },
  });
  const { hard, peers, json, save, help } = values;
  const dimensions = integer(values.dimensions, "--dimensions", [4, MAX_DIMENSIONS]);
  const place = parsePlace(values);
  const seed = integer(values.seed, "--seed", [0, MAX_SEED]);
  const peerSeconds = integer(values["peer-seconds"], "--peer-seconds", [1, MAX_SECONDS]);
  const kinds = hard ? [false, true] : [false];
  const runs = values.count.split(",").flatMap((given) => {
    const count = integer(given, "--count", [100, MAX_COUNT]);
    const shared = { count, dimensions, seed, peers, peerSeconds, ...place };
    return kinds.map((isHard) => ({ ...shared, hard: isHard }));
  });
  return { runs, json, save, help };
}
