import type { Origin, RecalledMemory } from "@kioku/core";
import { derivableTrust, MOST_UNTRUSTED } from "@kioku/core/toolkit";

/** What `providerMetadata.kioku` of a source says. */
export interface MemorySourceDetails {
  /** Id of the memory. */
  readonly id: string;
  /** What sort of memory it is. */
  readonly kind: string;
  /** All of its text. */
  readonly content: string;
  /** Where it came from. */
  readonly origin: Origin;
  /** 0 to 1. */
  readonly trust: number;
  /** How well it fits what the user said, 0 to 1. */
  readonly score: number;
  /** When it was remembered, as in `Date.toISOString`. */
  readonly createdAt: string;
}

/** A recalled memory in the form in which the AI SDK lists what an answer relies on. */
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

/** Memories as sources of an answer. */
export function sourceParts(memories: readonly RecalledMemory[]): readonly MemorySourcePart[] {
  return memories.map(({ id, kind, content, origin, trust, score, createdAt }) => ({
    type: "source",
    sourceType: "document",
    id,
    mediaType: "text/plain",
    title: titleOf(content),
    providerMetadata: {
      kioku: { id, kind, content, origin, trust, score, createdAt: createdAt.toISOString() },
    },
  }));
}

/**
 * How much is trusted what an answer names as its source: a memory as much as it is itself, what
 * the model has found not at all.
 */
export function trustOfSource(providerMetadata: unknown): number {
  const { kioku } = (providerMetadata ?? {}) as { readonly kioku?: Partial<MemorySourceDetails> };
  const { origin, trust } = kioku ?? {};
  if (origin === undefined || typeof trust !== "number") return MOST_UNTRUSTED;
  return derivableTrust({ origin, trust });
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
