import { pathToFileURL } from "node:url";

import { MemoryError } from "@kioku/core";

/** What `localEmbedder` can be told. */
export interface LocalEmbedderOptions {
  /**
   * Folder with the four asset files, as a path or a `file:` URL; for programs bundled into one file, which no longer
   * lie beside this package's `assets`. The files must be this version's own: their checksums are compared on load.
   * @defaultValue the `assets` folder of this package
   */
  readonly assetsDir?: string | URL;
}

/** The options with every default filled in. */
export interface ResolvedLocalEmbedderOptions {
  /** Ends in a slash, so that file names resolve inside the folder. */
  readonly assetsUrl: URL;
}

const KNOWN_OPTIONS: readonly string[] = ["assetsDir"];

function invalid(message: string): MemoryError {
  return new MemoryError("invalid-input", `localEmbedder: ${message}`);
}

function folderUrl(folder: unknown): URL {
  if (folder instanceof URL && folder.protocol === "file:") {
    return folder.pathname.endsWith("/") ? folder : new URL(`${folder.href}/`);
  }
  if (typeof folder === "string" && folder !== "") return pathToFileURL(`${folder}/`);
  throw invalid("`assetsDir` must be the path of a folder or a `file:` URL.");
}

/** Checks the options and fills in the defaults. @throws `invalid-input` naming the option. */
export function resolveLocalEmbedderOptions(
  options: LocalEmbedderOptions,
): ResolvedLocalEmbedderOptions {
  const unknown = Object.keys(options).find((name) => !KNOWN_OPTIONS.includes(name));
  if (unknown !== undefined) {
    throw invalid(`unknown option \`${unknown}\`. Known: ${KNOWN_OPTIONS.join(", ")}.`);
  }
  const { assetsDir } = options;
  // Both `src` and `dist` lie beside `assets`.
  if (assetsDir === undefined) return { assetsUrl: new URL("../assets/", import.meta.url) };
  return { assetsUrl: folderUrl(assetsDir) };
}
