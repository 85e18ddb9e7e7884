import type { ResolvedOptions } from "../options.js";
import type { Inspection } from "./inspect-database.js";

/**
 * Warns of a dialect that nobody has run, and of settings of the server that change what is read.
 */
export function adviseSettings(
  { float_digits: digits }: Inspection,
  { dialect, onWarning }: Pick<ResolvedOptions, "dialect" | "onWarning">,
): void {
  if (!dialect.verified) {
    onWarning(
      `the dialect ${dialect.name} was written from documentation, and this package has not been tested on such a database: run ` +
        "storeConformance of @kioku/testing on it first",
    );
  }
  if (digits !== null && digits < 1) {
    onWarning(
      `extra_float_digits is ${digits}, so numbers such as importance and strength are read rounded: set it to 1 for the role or the database`,
    );
  }
}
