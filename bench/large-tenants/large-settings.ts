import { integer } from "../integer.ts";
import { PLACE_OPTIONS } from "../places/place-options.ts";
import { optionParser } from "../run-measurement.ts";
import type { CommonValues } from "../run-measurement.ts";

/** Settings of one run. */
export interface LargeSettings {
  /** Address of a PostgreSQL server; without one, PGlite is used. */
  readonly url: string | undefined;
  /** Large scopes beside the small ones. */
  readonly large: number;
  /** Vectors of each of them. */
  readonly vectors: number;
  /** Small scopes. */
  readonly small: number;
  /** Records of each of them. */
  readonly records: number;
  readonly dimensions: number;
  readonly rounds: number;
  /** Connections whose first recall is timed. */
  readonly connections: number;
}

/** A command as it was given. */
export interface LargeCommand extends CommonValues {
  readonly settings: LargeSettings;
}

/** Usage of the command. */
export const USAGE = `npm run measure -- large-tenants [--url URL] [--large N] [--rounds N] [--json] [--save FILE]

Measures on PostgreSQL whether large scopes make small ones slow: recall and remember in small scopes of two schemas, of which
one has large scopes as well, in turns with a bare round trip, plain pgvector and a plain insert.

  --url URL          the PostgreSQL server (default: KIOKU_TEST_POSTGRES_URL; without either, PGlite in this process)
  --large N          large scopes, 1 to 10000 (default 1000)
  --vectors N        of each, 100 to 100000 (default 120); all with an index of their own, since indexFrom is 100
  --small N          small scopes, 1 to 10000 (default 200)
  --records N        of each, 1 to 90 (default 20)
  --dimensions D     width of the vectors, 4 to 2000 (default 64)
  --rounds N         2 to 10000 (default 300)
  --connections N    new connections to time the first recall of, 1 to 100 (default 15)
  --json             end with one JSON object on the last line
  --save FILE        write it with machine and versions
  --help             show this`;

const parse = optionParser({
  url: PLACE_OPTIONS.url,
  large: { type: "string", default: "1000" },
  vectors: { type: "string", default: "120" },
  small: { type: "string", default: "200" },
  records: { type: "string", default: "20" },
  dimensions: { type: "string", default: "64" },
  rounds: { type: "string", default: "300" },
  connections: { type: "string", default: "15" },
});

/** Reads the command line. @throws `UsageError` naming the option and what it takes. */
export function parseLargeCommand(args?: readonly string[]): LargeCommand {
  const values = parse(args);
  const { url, json, save, help } = values;
  const settings = {
    url: url === "" ? undefined : url,
    large: integer(values.large, "--large", [1, 10_000]),
    vectors: integer(values.vectors, "--vectors", [100, 100_000]),
    small: integer(values.small, "--small", [1, 10_000]),
    records: integer(values.records, "--records", [1, 90]),
    dimensions: integer(values.dimensions, "--dimensions", [4, 2_000]),
    rounds: integer(values.rounds, "--rounds", [2, 10_000]),
    connections: integer(values.connections, "--connections", [1, 100]),
  };
  return { settings, json, save, help };
}
