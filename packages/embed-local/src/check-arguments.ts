import { MemoryError } from "@kioku/core";
import { checkObject } from "@kioku/core/toolkit";

import type { AssetsOptions } from "./static-table/assets-url.js";

/** Options of the static table, which name no model. */
export interface StaticOptions extends AssetsOptions {
  /** Absent: with it, the options are those of a transformer model. */
  readonly model?: never;
}

/**
 * Returns true if options name a transformer model.
 * @throws `invalid-input` naming the factory, for options of both kinds.
 */
export function namesModel<Model extends { readonly model: string }>(
  options: StaticOptions | Model,
  factory: string,
): options is Model {
  checkObject(options, factory);
  const names = Object.keys(options);
  if (!names.includes("model")) {
    if (!names.includes("modelDir")) return false;
    throw invalid(factory, "`modelDir` needs `model`.");
  }
  if (!names.includes("assetsDir")) return true;
  throw invalid(factory, "`assetsDir` is of the static table; with `model` there is `modelDir`.");
}

/** Refuses wrong arguments of `rerank`, naming the first. */
export function checkRerankCall(
  owner: string,
  call: { readonly query: unknown; readonly documents: unknown; readonly topN: unknown },
): void {
  const { query, documents, topN } = call;
  if (typeof query !== "string") {
    throw invalid(owner, `query must be a string, not ${typeof query}.`);
  }
  if (!Array.isArray(documents)) throw invalid(owner, "documents must be an array of strings.");
  // A copy without holes, which `findIndex` alone would find nothing wrong with.
  const values = Array.from(documents as readonly unknown[]);
  const index = values.findIndex((document) => typeof document !== "string");
  if (index !== -1) {
    throw invalid(owner, `documents[${index}] must be a string, not ${typeof values[index]}.`);
  }
  if (topN === undefined || (typeof topN === "number" && Number.isInteger(topN) && topN >= 1))
    return;
  const given = typeof topN === "number" ? topN : typeof topN;
  throw invalid(owner, `topN must be a whole number of at least 1, not ${given}.`);
}

function invalid(owner: string, message: string): MemoryError {
  return new MemoryError("invalid-input", `${owner}: ${message}`);
}
