import type { Origin } from "@kioku/core";
import { isTrusted, ORIGINS, writeNotes } from "@kioku/core/toolkit";
import type { PromptNote } from "@kioku/core/toolkit";
import type { DocumentInterface } from "@langchain/core/documents";

import { documentLabels } from "./document-labels.js";
import { isDescribed } from "./memory-document.js";
import type { DocumentMemory } from "./memory-document.js";

/**
 * Documents as text for a prompt, as `memoryContext` writes memories, for chains that work on
 * documents between retrieval and prompt, such as with a compressor: each between tags that its
 * text cannot close, labelled `m1`, `m2`, … by place, with kind, date, origin and trust, and before
 * them the sentences that they are data. Of other documents, nothing is said of where they are
 * from. Knows no budget; `memoryContext` does. No documents give an empty text.
 * @throws `invalid-input` for what is no list of documents.
 */
export function formatDocuments(documents: readonly DocumentInterface[]): string {
  const labels = documentLabels(documents);
  return writeNotes(
    documents.map((document, index) => ({
      label: labels[index],
      text: document.pageContent,
      ...whatIsKnown(document),
    })),
  );
}

function whatIsKnown({ metadata }: DocumentInterface): Omit<PromptNote, "label" | "text"> {
  const { memory }: { readonly memory?: unknown } = metadata ?? {};
  if (typeof memory !== "object" || memory === null) return {};
  if (!isDescribed(memory)) return { source: admittedSource(memory) };
  const { kind, createdAt, occurredAt = createdAt, origin, trust } = memory as DocumentMemory;
  return { kind, at: new Date(occurredAt), source: { origin, trust } };
}

/**
 * Whoever claims to be trusted may have made it up; whoever admits not to be is believed, such as a
 * document from a cache.
 */
function admittedSource(memory: Partial<Record<string, unknown>>): PromptNote["source"] {
  const { origin, trust } = memory;
  if (typeof trust !== "number" || !ORIGINS.some((one) => one === origin)) return undefined;
  const source = { origin: origin as Origin, trust };
  return isTrusted(source) ? undefined : source;
}
