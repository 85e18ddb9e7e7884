import { MemoryError } from "@kioku/core";

function invalid(owner: string, message: string): MemoryError {
  return new MemoryError("invalid-input", `${owner}: ${message}`);
}

function checkStrings(owner: string, name: string, texts: unknown): void {
  if (!Array.isArray(texts)) throw invalid(owner, `${name} must be an array of strings.`);
  // Not `findIndex` of the value: a hole is none.
  const values = Array.from(texts as readonly unknown[]);
  const index = values.findIndex((text) => typeof text !== "string");
  if (index === -1) return;
  throw invalid(owner, `${name}[${index}] must be a string, not ${typeof values[index]}.`);
}

/** Refuses anything but a list of strings, naming the first item that is none. */
export function checkTexts(owner: string, texts: unknown): void {
  checkStrings(owner, "texts", texts);
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
  checkStrings(owner, "documents", documents);
  if (topN === undefined || (typeof topN === "number" && Number.isInteger(topN) && topN >= 1))
    return;
  const given = typeof topN === "number" ? topN : typeof topN;
  throw invalid(owner, `topN must be a whole number of at least 1, not ${given}.`);
}
