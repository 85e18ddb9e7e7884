import type { Origin, RecalledMemory } from "@kioku/core";

/** Content of `providerMetadata.kioku` of a source. */
export interface MemorySourceDetails {
  /** Id of the memory. */
  readonly id: string;
  /** Kind of the record. */
  readonly kind: string;
  /** Full text. */
  readonly content: string;
  /** Origin of the memory. */
  readonly origin: Origin;
  /** Trust, 0 to 1. */
  readonly trust: number;
  /** Its rank as a number, 0 to 1. */
  readonly score: number;
  /** Relevance of its own words and meaning, 0 to 1. */
  readonly relevance: number;
  /** Time of creation, ISO 8601. */
  readonly createdAt: string;
}

/** Recalled memory as a source of an answer. */
export interface MemorySourcePart {
  readonly type: "source";
  readonly sourceType: "document";
  readonly id: string;
  readonly mediaType: "text/plain";
  readonly title: string;
  readonly providerMetadata: { readonly kioku: MemorySourceDetails };
}

/** Longest title, in characters. */
const MAX_TITLE = 80;

/** Converts memories to sources. */
export function sourceParts(memories: readonly RecalledMemory[]): readonly MemorySourcePart[] {
  return memories.map(({ id, kind, content, origin, trust, score, relevance, createdAt }) => {
    const at = createdAt.toISOString();
    const kioku = { id, kind, content, origin, trust, score, relevance, createdAt: at };
    return {
      type: "source",
      sourceType: "document",
      id,
      mediaType: "text/plain",
      title: titleOf(content),
      providerMetadata: { kioku },
    };
  });
}

function titleOf(content: string): string {
  const line = content
    .slice(0, 4 * MAX_TITLE)
    .trim()
    .replace(/\s+/gu, " ");
  const characters = Array.from(line);
  const isWhole = characters.length <= MAX_TITLE && content.length <= 4 * MAX_TITLE;
  return isWhole ? line : `${characters.slice(0, MAX_TITLE - 1).join("")}…`;
}
