import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import type { Quantization } from "../embed-settings.ts";
import type { ModelShape } from "./model-shapes.ts";

/**
 * A program of `@kioku/embed-local`, run as one: it is no part of what the package gives to others.
 */
const MAKE_MODEL = new URL(
  "../../../packages/embed-local/scripts/make-model/main.ts",
  import.meta.url,
);
/** Rows of the word table, whatever the real model has. */
export const MADE_VOCABULARY = 1024;
/** Enough for the passages. */
export const MADE_POSITIONS = 512;

/** Makes a model of a shape in a folder, with random weights; answers the folder. */
export async function makeShape(
  folder: string,
  { name, layers, width, heads, inner, tokenTypes }: ModelShape,
  quantizations: readonly Quantization[],
): Promise<string> {
  const out = join(folder, name);
  const numbers = {
    layers,
    width,
    heads,
    inner,
    vocabulary: MADE_VOCABULARY,
    positions: MADE_POSITIONS,
  };
  const args = Object.entries(numbers).flatMap(([key, value]) => [`--${key}`, String(value)]);
  if (!tokenTypes) args.push("--no-token-types");
  if (quantizations.includes("q8")) args.push("--quantized");
  await promisify(execFile)(process.execPath, [fileURLToPath(MAKE_MODEL), "--out", out, ...args]);
  return out;
}
