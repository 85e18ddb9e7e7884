import { MemoryError } from "@kioku/core";

function invalid(owner: string, message: string): MemoryError {
  return new MemoryError("invalid-input", `${owner}: ${message}`);
}

function checkDocuments(owner: string, documents: unknown): void {
  if (!Array.isArray(documents)) throw invalid(owner, "documents must be an array of strings.");
  // Not `findIndex` of the value: a hole is none.
  const values = Array.from(documents as readonly unknown[]);
  const index = values.findIndex((document) => typeof document !== "string");
  if (index === -1) return;
  throw invalid(owner, `documents[${index}] must be a string, not ${typeof values[index]}.`);
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
  checkDocuments(owner, documents);
  if (topN === undefined || (typeof topN === "number" && Number.isInteger(topN) && topN >= 1))
    return;
  const given = typeof topN === "number" ? topN : typeof topN;
  throw invalid(owner, `topN must be a whole number of at least 1, not ${given}.`);
}
