import { MemoryError } from "@kioku/core";

import type { ResolvedOptions } from "../options.js";
import { compareVersions } from "./compare-versions.js";

/**
 * Refuses a vector extension that is too old, and warns of one that has known faults.
 * @throws `store-failed` naming the version and what to do.
 */
export function checkVectorVersion(
  version: string,
  { dialect, onWarning }: Pick<ResolvedOptions, "dialect" | "onWarning">,
): void {
  const { vectorExtension, vectorVersions } = dialect;
  if (vectorExtension === undefined) return;
  const what = `the database has version ${version} of the extension ${vectorExtension}`;
  const cure = `install a newer one on the server and run alter extension ${vectorExtension} update`;
  if (compareVersions(version, vectorVersions.required) < 0) {
    throw new MemoryError(
      "store-failed",
      `${what}, and the store needs ${vectorVersions.required} or newer: ${cure}`,
    );
  }
  if (compareVersions(version, vectorVersions.advised) < 0) {
    onWarning(
      `${what}; those before ${vectorVersions.advised} have faults that can damage indexes: ${cure}`,
    );
  }
}
