import { readFile } from "node:fs/promises";
import { findPackageJSON } from "node:module";

import type { Call } from "../command/call.js";

/** Runs `kioku --version`. */
export async function run({ print }: Call): Promise<void> {
  const path = findPackageJSON(import.meta.url);
  if (path === undefined) throw new TypeError("the package of kioku has no package.json");
  const { version } = JSON.parse(await readFile(path, "utf8")) as { readonly version: string };
  await print.result({ version, node: process.version }, () => [version]);
}
