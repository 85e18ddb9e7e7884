import { invalidInput } from "@kioku/core/toolkit";
import type { DocumentInterface } from "@langchain/core/documents";

/**
 * Returns the label that each document is cited by: `m1`, `m2`, … by place.
 * @throws `invalid-input` for what is no list of documents.
 */
export function documentLabels(documents: readonly DocumentInterface[]): readonly string[] {
  if (!Array.isArray(documents)) throw invalidInput("documents", "a list", documents);
  return Array.from(documents, (document: DocumentInterface, index) => {
    const text: unknown = document?.pageContent;
    if (typeof text === "string") return `m${index + 1}`;
    throw invalidInput(`documents[${index}]`, "a document", document);
  });
}
