import { statSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

import { MemoryError } from "@kioku/core";

import { ASSETS } from "./asset-files.js";

/** Options of an embedder or a reranker over the static table. */
export interface AssetsOptions {
  /**
   * Folder with the asset files, as a path or a `file:` URL, for programs bundled into one
   * file. Their checksums are compared on load: they must be of this version.
   * @defaultValue the `assets` folder of this package
   */
  readonly assetsDir?: string | URL;
}

const KNOWN_OPTIONS: readonly string[] = ["assetsDir"];

/**
 * Checks the options of a factory, and names and lengths of its assets; a program that was bundled
 * without them must fail at once. Returns their folder with a slash at the end.
 * @throws `invalid-input` naming the factory, and the option or the file with its remedy.
 */
export function assetsUrlOf(options: AssetsOptions, factory: string): URL {
  const folder = folderOf(options, factory);
  for (const { name, bytes } of ASSETS) {
    const path = fileURLToPath(new URL(name, folder));
    const { size, cause } = sizeOf(path);
    if (size === bytes) continue;
    const state = size === undefined ? "is missing" : "is damaged or of another version";
    const message = `${factory}: model file ${path} ${state}. In a bundle leave @kioku/embed-local external, or copy its folder assets and name the copy in assetsDir.`;
    throw new MemoryError("invalid-input", message, { cause });
  }
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

function sizeOf(path: string): { readonly size?: number; readonly cause?: unknown } {
  try {
    return { size: statSync(path).size };
  } catch (cause) {
    return { cause };
  }
}
