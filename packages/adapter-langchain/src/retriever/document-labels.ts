import { invalidInput } from "@kioku/core/adapters";
import type { DocumentInterface } from "@langchain/core/documents";

/** What can be cited, as core reads citations. */
const LABEL = /^m\d{1,6}$/u;

/**
 * What each document is cited by: its citation, or its place; if that is taken by one before it, the lowest number that is free.
 * @throws `invalid-input` for what is no list of documents.
 */
export function documentLabels(documents: readonly DocumentInterface[]): readonly string[] {
  if (!Array.isArray(documents)) throw invalidInput("documents", "a list", documents);
  const labels = Array.from(documents, (document: DocumentInterface, index) => {
    const text: unknown = document?.pageContent;
    if (typeof text !== "string") throw invalidInput(`documents[${index}]`, "a document", document);
    return citationOf(document);
  });
  const taken = new Set<string>();
  const cited = labels.map((label) => {
    if (label === undefined || taken.has(label)) return undefined;
    taken.add(label);
    return label;
  });
  let next = 1;
  return cited.map((own, index) => {
    if (own !== undefined) return own;
    let label = `m${index + 1}`;
    for (; taken.has(label); next += 1) label = `m${next}`;
    taken.add(label);
    return label;
  });
}

function citationOf({ metadata }: DocumentInterface): string | undefined {
  const { memory }: { readonly memory?: { readonly citation?: unknown } } = metadata ?? {};
  const citation = memory?.citation;
  return typeof citation === "string" && LABEL.test(citation) ? citation : undefined;
}
