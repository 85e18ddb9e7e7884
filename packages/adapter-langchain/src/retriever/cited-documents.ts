import { invalidInput, resolveCitations } from "@kioku/core/toolkit";
import type { DocumentInterface } from "@langchain/core/documents";

import { documentLabels } from "./document-labels.js";

/** What an answer cites. */
export interface CitedDocuments<Cited extends DocumentInterface = DocumentInterface> {
  /** In the order of first mention, each once. */
  readonly cited: readonly Cited[];
  /** Labels in the answer that name no document of the prompt. */
  readonly unknown: readonly string[];
}

/**
 * The documents that an answer cites by labels such as `[m1]`, and labels that it made up: for
 * answers to prompts that `formatDocuments` wrote of the same list. With `memoryContext`,
 * `context.citations` does it.
 * @throws `invalid-input` for an answer that is no text, and for what is no list of documents.
 */
export function citedDocuments<Cited extends DocumentInterface>(
  answer: string,
  documents: readonly Cited[],
): CitedDocuments<Cited> {
  if (typeof answer !== "string") throw invalidInput("answer", "a string", answer);
  const labels = documentLabels(documents);
  const labelled = documents.map((document, index) => ({ label: labels[index] ?? "", document }));
  const { cited, unknown } = resolveCitations(answer, labelled);
  return { cited: cited.map(({ document }) => document), unknown };
}
