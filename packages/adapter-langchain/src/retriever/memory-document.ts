import type { RecalledMemory, Scope } from "@kioku/core";
import { describeMemory } from "@kioku/tools";
import type { MemoryDescription } from "@kioku/tools";
import { Document } from "@langchain/core/documents";

/** Parts of a description that depend on the query. */
type OfQuery = "score" | "reason" | "signals" | "citation";

/**
 * Facts about the memory behind a document. Plain JSON, so that tracers and caches keep it as it
 * is. Nothing in it depends on the query, so the documents of two queries for one memory are equal,
 * as LangChain's `MultiQueryRetriever` compares them.
 */
export type DocumentMemory = Omit<MemoryDescription, OfQuery>;

/** A document of a recall, and how well its memory answers the query. */
export interface RecalledDocument extends Pick<MemoryDescription, "score" | "reason" | "signals"> {
  /** The document, as `invoke` returns it. */
  readonly document: Document<MemoryDocumentMetadata>;
}

/**
 * Metadata of a document: the memory's own, and under `memory` what the document is a memory of. A
 * field of the memory's own metadata that is called `memory` gives way, so that what a document
 * says of its origin and trust cannot be forged.
 */
export interface MemoryDocumentMetadata {
  /** What the document is a memory of. */
  readonly memory: DocumentMemory;
  /** The memory's own fields. */
  readonly [field: string]: unknown;
}

/**
 * Converts recalled memories to documents, best first, each once. Neighbours stand around the match
 * that brought them, in order.
 */
export function toDocuments(memories: readonly RecalledMemory[]): RecalledDocument[] {
  return withNeighbours(memories).map((memory) => {
    const { id, content, metadata } = memory;
    const { score, reason, signals, citation: _, ...about } = describeMemory(memory, "");
    DESCRIBED.add(about);
    const document = new Document({
      id,
      pageContent: content,
      metadata: { ...copy(metadata), memory: about },
    });
    return { document, score, reason, ...(signals ? { signals } : {}) };
  });
}

/**
 * What was described here, as far as it has not been copied. Metadata of others may have the same
 * fields.
 */
const DESCRIBED = new WeakSet<object>();

/** Whether this very object was made here, so that what it says of its origin and trust is true. */
export function isDescribed(about: object): boolean {
  return DESCRIBED.has(about);
}

/** Only what can be changed from outside has to be copied: most metadata is flat. */
function copy(metadata: RecalledMemory["metadata"]): Record<string, unknown> {
  const isFlat = Object.values(metadata).every((value) => typeof value !== "object");
  return isFlat ? metadata : structuredClone(metadata);
}

function withNeighbours(memories: readonly RecalledMemory[]): readonly RecalledMemory[] {
  if (memories.every(({ neighbours }) => neighbours === undefined)) return memories;
  // What is a match itself stands where its own score puts it.
  const placed = new Set(memories.map((memory) => nameOf(memory)));
  return memories.flatMap((match) => {
    const { before = [], after = [] } = match.neighbours ?? {};
    const fresh = (record: (typeof before)[number]): readonly RecalledMemory[] => {
      if (placed.has(nameOf(record))) return [];
      placed.add(nameOf(record));
      return [{ ...record, score: match.score, reason: "neighbour" }];
    };
    return [...before.flatMap(fresh), match, ...after.flatMap(fresh)];
  });
}

function nameOf({ scope, id }: { readonly scope: Scope; readonly id: string }): string {
  return JSON.stringify([scope, id]);
}
