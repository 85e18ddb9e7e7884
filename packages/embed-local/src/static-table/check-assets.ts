import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { MemoryError } from "@kioku/core";

import { SCALES, SIMPLIFIED, TABLE, VOCABULARY } from "./asset-files.js";

/**
 * Looks for the four asset files, by name and length; their content is compared on load. A program
 * that was bundled without them must not take that for an embedder that is down for a while.
 *
 * @throws `invalid-input` naming the factory, the file and the remedy.
 */
export function checkAssets(folder: URL, factory: string): void {
  for (const { name, bytes } of [TABLE, SCALES, VOCABULARY, SIMPLIFIED]) {
    const path = fileURLToPath(new URL(name, folder));
    const { size, cause } = sizeOf(path);
    if (size === bytes) continue;
    const state = size === undefined ? "is missing" : "is damaged or of another version";
    const message = `${factory}: model file ${path} ${state}. In a bundle leave @kioku/embed-local external, or copy its folder assets and name the copy in assetsDir.`;
    throw new MemoryError("invalid-input", message, { cause });
  }
}

function sizeOf(path: string): { readonly size?: number; readonly cause?: unknown } {
  try {
    return { size: statSync(path).size };
  } catch (cause) {
    return { cause };
  }
}
