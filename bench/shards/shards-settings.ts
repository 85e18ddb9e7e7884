import { integer } from "../integer.ts";
import { PLACE_OPTIONS } from "../places/place-options.ts";
import { optionParser } from "../run-measurement.ts";
import type { CommonValues } from "../run-measurement.ts";
import type { SampleSettings } from "./measure-inputs.ts";
import type { SimulationOptions } from "./simulate.ts";

/** Settings of one run. */
export interface ShardsSettings {
  readonly sample: SampleSettings;
  readonly simulation: SimulationOptions;
  /** Address of a coordinator of Citus, to measure a move. */
  readonly citus: string | undefined;
  /** File of a saved result whose inputs are taken instead of measuring. */
  readonly inputs: string | undefined;
}

/** A command as it was given. */
export interface ShardsCommand extends CommonValues {
  readonly settings: ShardsSettings;
}

/** Exponent at which the largest hundredth of tenants has about two fifths of all memories. */
const SHAPE = 1.2;
const MOST = 1_000_000;
const SHARDS = [64, 128, 256, 512, 1_024];
const NODES = [4, 8, 16, 32];
const MAX_SEED = 2 ** 31 - 1;

/** Usage of the command. */
export const USAGE = `npm run measure -- shards [--url URL] [--citus URL] [--inputs FILE] [--tenants N] [--memories N] [--json] [--save FILE]

Measures what memories cost on a PostgreSQL server on this machine, and simulates from that tenants on 64 to 1,024 shards and 4 to 32 nodes.

  --url URL          the PostgreSQL server (default: KIOKU_TEST_POSTGRES_URL; without either, PGlite in this process)
  --citus URL        a coordinator of Citus with two workers, to measure the move of a schema (default: the move of the saved result)
  --inputs FILE      a saved result: take its inputs, and measure nothing
  --tenants N        1000 to 20000000 (default 10000000)
  --memories N       of all tenants, 1000 to 1000000000 (default 100000000)
  --sample N         small tenants that are measured, 10 to 100000 (default 2000)
  --large N          memories of the large tenant that is measured, 100 to 1000000 (default 20000)
  --dimensions D     width of the vectors, 4 to 2000 (default 384)
  --seed S           another seed draws other tenants (default 1)
  --json             end with one JSON object on the last line
  --save FILE        write it with machine and versions
  --help             show this`;

const parse = optionParser({
  url: PLACE_OPTIONS.url,
  citus: { type: "string" },
  inputs: { type: "string" },
  tenants: { type: "string", default: "10000000" },
  memories: { type: "string", default: "100000000" },
  sample: { type: "string", default: "2000" },
  large: { type: "string", default: "20000" },
  dimensions: { type: "string", default: "384" },
  seed: { type: "string", default: "1" },
});

/** Reads the command line. @throws `UsageError` naming the option and what it takes. */
export function parseShardsCommand(args?: readonly string[]): ShardsCommand {
  const values = parse(args);
  const { url, citus, inputs, json, save, help } = values;
  const seed = integer(values.seed, "--seed", [0, MAX_SEED]);
  const sample = {
    url: url === "" ? undefined : url,
    sample: integer(values.sample, "--sample", [10, 100_000]),
    large: integer(values.large, "--large", [100, 1_000_000]),
    dimensions: integer(values.dimensions, "--dimensions", [4, 2_000]),
    seed,
  };
  const law = {
    tenants: integer(values.tenants, "--tenants", [1_000, 20_000_000]),
    memories: integer(values.memories, "--memories", [1_000, 1_000_000_000]),
    shape: SHAPE,
    most: MOST,
  };
  const simulation = { law, shards: SHARDS, nodes: NODES, seed };
  return { settings: { sample, simulation, citus, inputs }, json, save, help };
}
