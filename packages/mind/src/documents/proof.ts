import type { MemoryRecord } from "@kioku/core";
import { derivableTrust, documentTerms } from "@kioku/core/toolkit";

import type { DocumentSentence } from "../api/documents.js";
import { normalizeSentence } from "../model/claim-hash.js";
import type { Evidence } from "../model/fact.js";

/** A sentence and what proves it. */
interface Claimed {
  readonly id: string;
  readonly text: string;
  readonly evidence: readonly Evidence[];
}

/**
 * Returns the passages that still prove a sentence once some of its sources are gone: none if a
 * word of it stood in those alone.
 */
export function remainingEvidence(
  { text, evidence }: Omit<Claimed, "id">,
  isThere: (passage: Evidence) => boolean,
): readonly Evidence[] {
  const left = evidence.filter((one) => isThere(one));
  if (left.length === evidence.length || left.length === 0) return left;
  const said = normalizeSentence(text);
  if (left.some(({ quote }) => normalizeSentence(quote).includes(said))) return left;
  const terms = new Set(documentTerms(text));
  for (const { quote } of left) for (const term of documentTerms(quote)) terms.delete(term);
  const lost = evidence.filter((one) => !isThere(one));
  return lost.some(({ quote }) => documentTerms(quote).some((term) => terms.has(term))) ? [] : left;
}

/** Makes the sentence of a document; `undefined` if its sources do not prove it any more. */
export function proveSentence(
  claimed: Claimed,
  sources: ReadonlyMap<string, MemoryRecord>,
): DocumentSentence | undefined {
  const evidence = remainingEvidence(claimed, standsIn(sources));
  const records = [...new Set(evidence.map(({ source }) => source))].flatMap(
    (id) => sources.get(id) ?? [],
  );
  if (records.length === 0) return undefined;
  const { id, text } = claimed;
  return {
    id,
    text,
    sources: records.map((record) => record.id),
    at: new Date(Math.min(...records.map((record) => instantOf(record).getTime()))),
    trust: Math.min(...records.map((record) => derivableTrust(record))),
  };
}

/** Makes a test for passages that stand in one of these records. */
export function standsIn(
  sources: ReadonlyMap<string, MemoryRecord>,
): (passage: Evidence) => boolean {
  return ({ source, quote }) => {
    const content = sources.get(source)?.content;
    if (content === undefined || content.includes(quote)) return content !== undefined;
    return normalizeSentence(content).includes(normalizeSentence(quote));
  };
}

/** Returns when something was said. */
export function instantOf({ occurredAt, createdAt }: MemoryRecord): Date {
  return occurredAt ?? createdAt;
}

/** Returns who said something. */
export function speakerOf({ speaker, origin }: MemoryRecord): string {
  return speaker ?? (origin === "assistant" ? "assistant" : "user");
}
