import type { Origin, RecalledMemory, RecallSignals, Scope } from "@kioku/core";
import { Document } from "@langchain/core/documents";

/** What a document is a memory of. Plain JSON, so that tracers and caches keep it as it is. */
export interface DocumentMemory {
  /** Id of the record, for `memory.read`, `update`, `forget` and `markUsed`. */
  readonly id: string;
  /** Its key, if it has one. */
  readonly key?: string;
  /** What sort of memory it is. */
  readonly kind: string;
  /** The scope that owns it. */
  readonly scope: Scope;
  /** 0 to 1, more is better. Of a neighbour: that of the match it came along with. */
  readonly score: number;
  /** `match`: it answers the query; `neighbour`: it stands beside a match in its thread, as the option `neighbours` asks. */
  readonly reason: RecalledMemory["reason"];
  /** Where it came from. */
  readonly origin: Origin;
  /** 0 to 1. What is at 0.5 or less may be the words of strangers. */
  readonly trust: number;
  /** When it was first written, in ISO 8601. */
  readonly createdAt: string;
  /** When it happened, in ISO 8601, if that is not when it was written. */
  readonly occurredAt?: string;
  /** The conversation it belongs to. */
  readonly thread?: string;
  /** `m1`, `m2`, … by place among the documents of one retrieval: what a prompt can have the model cite. */
  readonly citation: string;
  /** Why it has its place; only with the option `explain`. */
  readonly signals?: RecallSignals;
}

/**
 * Metadata of a document: the memory's own, and under `memory` what the document is a memory of. A field of the memory's own
 * metadata that is called `memory` gives way, so that what a document says of its origin and trust cannot be forged.
 */
export interface MemoryDocumentMetadata {
  /** What the document is a memory of. */
  readonly memory: DocumentMemory;
  /** The memory's own fields. */
  readonly [field: string]: unknown;
}

/** Recalled memories as documents, best first, each once; neighbours stand around the match that brought them, in order. */
export function toDocuments(
  memories: readonly RecalledMemory[],
): Document<MemoryDocumentMetadata>[] {
  return withNeighbours(memories).map((memory, index) => toDocument(memory, `m${index + 1}`));
}

function toDocument(memory: RecalledMemory, citation: string): Document<MemoryDocumentMetadata> {
  const { id, content, metadata } = memory;
  const about = describeMemory(memory, citation);
  return new Document({ id, pageContent: content, metadata: { ...copy(metadata), memory: about } });
}

/** What was described here, as far as it has not been copied. Metadata of others may have the same fields. */
const DESCRIBED = new WeakSet<object>();

/** Whether `describeMemory` made this very object, so that what it says of its origin and trust is true. */
export function isDescribed(about: object): boolean {
  return DESCRIBED.has(about);
}

/** What of a memory an app is told beside its text. */
export function describeMemory(memory: RecalledMemory, citation: string): DocumentMemory {
  const { id, key, kind, scope, score, reason, origin, trust, thread, signals } = memory;
  const { createdAt, occurredAt } = memory;
  const about = {
    id,
    ...(key === undefined ? {} : { key }),
    kind,
    scope: [...scope],
    score,
    reason,
    origin,
    trust,
    createdAt: createdAt.toISOString(),
    ...(occurredAt ? { occurredAt: occurredAt.toISOString() } : {}),
    ...(thread === undefined ? {} : { thread }),
    citation,
    ...(signals ? { signals: structuredClone(signals) } : {}),
  };
  DESCRIBED.add(about);
  return about;
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
