import { resolve } from "node:path";
import { parseArgs } from "node:util";

import { MEASUREMENTS } from "./measurements.ts";
import type { Measurement } from "./measurements.ts";
import { UsageError } from "./usage-error.ts";

/** Usage of the command. */
export const USAGE = `npm run bench -- [NAME ...] [--data DIR] [--quick] [--list]

Makes the figures of the README, docs/performance.md and docs/recall-quality.md again and writes them to bench/results, each file
with machine, versions, seed, date and the command that made it. Without a name: all of them. npm run charts -w docs then draws
the charts and writes the tables.

  NAME         only this one; --list shows the names
  --data DIR   the folder of the public sets, which are no part of the repository (bench/README.md says where they are)
  --quick      in about a minute; shows that everything runs, and saves nothing
  --list       what there is, how long each takes, and what it needs
  --help       show this

A measurement on PostgreSQL needs KIOKU_TEST_POSTGRES_URL, a server with pgvector.`;

/** Settings of a run. */
export interface BenchSettings {
  readonly measurements: readonly Measurement[];
  readonly data: string | undefined;
  /** The PostgreSQL server. */
  readonly url: string | undefined;
  readonly quick: boolean;
  readonly list: boolean;
  readonly help: boolean;
}

/** Reads the command line. @throws `UsageError` naming what is not known. */
export function readBenchSettings(args: readonly string[]): BenchSettings {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      data: { type: "string" },
      quick: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const names = MEASUREMENTS.map(({ name }) => name);
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`there is no measurement ${unknown}; there are ${names.join(", ")}`);
  }
  const { data, quick, list, help } = values;
  return {
    measurements: MEASUREMENTS.filter(
      ({ name }) => positionals.length === 0 || positionals.includes(name),
    ),
    data: data === undefined ? undefined : resolve(data),
    url: process.env["KIOKU_TEST_POSTGRES_URL"],
    quick,
    list,
    help,
  };
}
