import { pathToFileURL } from "node:url";

import { MemoryError } from "@kioku/core";

import type { AssetsOptions } from "./assets-options.js";

const KNOWN_OPTIONS: readonly string[] = ["assetsDir"];

/**
 * Checks the options of a factory, and answers where its assets are: a folder, ending in a slash, so that file names
 * resolve inside it. @throws `invalid-input` naming the factory and the option.
 */
export function assetsUrlOf(options: AssetsOptions, factory: string): URL {
  const invalid = (message: string): MemoryError =>
    new MemoryError("invalid-input", `${factory}: ${message}`);
  const unknown = Object.keys(options).find((name) => !KNOWN_OPTIONS.includes(name));
  if (unknown !== undefined) {
    throw invalid(`unknown option \`${unknown}\`. Known: ${KNOWN_OPTIONS.join(", ")}.`);
  }
  const assetsDir: unknown = options.assetsDir;
  // Both `src` and `dist` lie beside `assets`, and this file one folder deeper.
  if (assetsDir === undefined) return new URL("../../assets/", import.meta.url);
  if (assetsDir instanceof URL && assetsDir.protocol === "file:") {
    return assetsDir.pathname.endsWith("/") ? assetsDir : new URL(`${assetsDir.href}/`);
  }
  if (typeof assetsDir === "string" && assetsDir !== "") return pathToFileURL(`${assetsDir}/`);
  throw invalid("`assetsDir` must be the path of a folder or a `file:` URL.");
}
