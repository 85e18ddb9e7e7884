import { parseArgs } from "node:util";

import { integer } from "../integer.ts";
import type { PlaceChoice } from "../places/open-place.ts";
import { parsePlace, PLACE_OPTIONS, PLACE_USAGE } from "../places/place-options.ts";

/** Settings of one run. */
export interface TenantsSettings extends PlaceChoice {
  readonly tenants: number;
  /** Records of each tenant. */
  readonly records: number;
  readonly dimensions: number;
  readonly queries: number;
}

/** A command as it was given. */
export interface TenantsCommand {
  readonly settings: TenantsSettings;
  readonly json: boolean;
  readonly save: boolean;
  readonly help: boolean;
}

/** Usage of the command. */
export const USAGE = `npm run measure -- tenants [--store sqlite|postgres] [--tenants N] [--records N] [--dimensions D] [--json] [--save]

Measures whole recalls where a great many tenants have a few records each.

${PLACE_USAGE}
  --tenants N        1 to 2000000 (default 10000)
  --records N        of each tenant, 1 to 1000 (default 3)
  --dimensions D     width of the vectors, 4 to 4096 (default 64)
  --queries N        tenants that are asked, 10 to 100000 (default 1000)
  --json             end with one JSON object on the last line
  --save             write it with machine and versions to bench/results/tenants/STORE-TENANTS.json
  --help             show this`;

/** Reads the command line. @throws `UsageError` naming the option and what it takes. */
export function parseTenantsCommand(args: readonly string[]): TenantsCommand {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...PLACE_OPTIONS,
      tenants: { type: "string", default: "10000" },
      records: { type: "string", default: "3" },
      dimensions: { type: "string", default: "64" },
      queries: { type: "string", default: "1000" },
      json: { type: "boolean", default: false },
      save: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const settings = {
    ...parsePlace(values),
    tenants: integer(values.tenants, "--tenants", [1, 2_000_000]),
    records: integer(values.records, "--records", [1, 1_000]),
    dimensions: integer(values.dimensions, "--dimensions", [4, 4_096]),
    queries: integer(values.queries, "--queries", [10, 100_000]),
  };
  return { settings, json: values.json, save: values.save, help: values.help };
}
