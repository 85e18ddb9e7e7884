import { pathToFileURL } from "node:url";

import { MemoryError } from "@kioku/core";

import type { AssetsOptions } from "./assets-options.js";
import { checkAssets } from "./check-assets.js";

const KNOWN_OPTIONS: readonly string[] = ["assetsDir"];

/**
 * Checks the options of a factory and looks for its assets. Returns their folder, ending in a
 * slash, so that file names resolve inside it.
 * @throws `invalid-input` naming the factory, and the option or the file.
 */
export function assetsUrlOf(options: AssetsOptions, factory: string): URL {
  const folder = folderOf(options, factory);
  checkAssets(folder, factory);
  return folder;
}

function folderOf(options: AssetsOptions, factory: string): URL {
  const invalid = (message: string): MemoryError =>
    new MemoryError("invalid-input", `${factory}: ${message}`);
  const unknown = Object.keys(options).find((name) => !KNOWN_OPTIONS.includes(name));
  if (unknown !== undefined) {
    throw invalid(`unknown option \`${unknown}\`. Known: ${KNOWN_OPTIONS.join(", ")}.`);
  }
  const assetsDir: unknown = options.assetsDir;
  if (assetsDir === undefined) {
    // Both `src` and `dist` lie beside `assets`, and this file one folder deeper.
    const folder = URL.parse("../../assets/", import.meta.url);
    if (folder?.protocol === "file:") return folder;
    throw invalid(
      "a bundle that is no ES module needs `assetsDir`: copy the folder assets of @kioku/embed-local.",
    );
  }
  if (assetsDir instanceof URL && assetsDir.protocol === "file:") {
    return assetsDir.pathname.endsWith("/") ? assetsDir : new URL(`${assetsDir.href}/`);
  }
  if (typeof assetsDir === "string" && assetsDir !== "") return pathToFileURL(`${assetsDir}/`);
  throw invalid("`assetsDir` must be the path of a folder or a `file:` URL.");
}
