import type { Embedder, JsonValue, Memory, RecalledMemory } from "@kioku/core";

import { excerpts } from "./excerpt.ts";
import type { HitReport, QuestionReport } from "./report.ts";

/** Hits shown per question; the right one counts as found among these. */
const HITS = 3;

/** A question, and how to know the right answer. */
export interface Question {
  readonly question: string;
  readonly languages?: string;
  /** Texts, of which the right memory holds one. Absent if unknown. */
  readonly answer?: readonly string[];
}

/**
 * Who is asked. The embedder is the memory's own, used here to choose what to show of a long
 * memory.
 */
export interface Asked {
  readonly memory: Memory;
  readonly embedder: Embedder;
  readonly signal: AbortSignal;
}

/** Recalls with the scores explained. */
export async function ask(
  { memory, embedder, signal }: Asked,
  { question, languages, answer }: Question,
): Promise<QuestionReport> {
  const reach = memory.scopePath.length === 0 ? "below" : "here";
  const found = await memory.recall(
    { query: question, reach, limit: HITS, explain: true },
    { signal },
  );
  const bodies = found.map(bodyOf);
  const shown = await excerpts(embedder, question, bodies);
  const hits = found.map((hit, index) => toReport(hit, shown[index] ?? hit.content));
  const rank = answer && found.findIndex(({ content }) => answers(content, answer)) + 1;
  return {
    question,
    scope: memory.scopePath,
    ...(languages === undefined ? {} : { languages }),
    ...(rank === undefined ? {} : { rank: rank === 0 ? null : rank }),
    hits,
  };
}

function answers(content: string, answer: readonly string[]): boolean {
  const text = content.toLowerCase();
  return answer.some((part) => text.includes(part.toLowerCase()));
}

/** Without the headings that stand in front of it. */
function bodyOf({ content, metadata }: RecalledMemory): string {
  const { heading } = metadata;
  const isPrefixed = typeof heading === "string" && content.startsWith(`${heading}:`);
  return isPrefixed ? content.slice(heading.length + 1).trimStart() : content;
}

function toReport(hit: RecalledMemory, excerpt: string): HitReport {
  const { id, key, score, content, metadata, signals } = hit;
  const said = [hit.speaker, hit.occurredAt?.toISOString().slice(0, 10)];
  return {
    id,
    ...(key === undefined ? {} : { key }),
    score,
    signals: signals ?? { relevance: score, factors: {} },
    source: textOf(metadata["source"]) ?? key ?? id,
    place: textOf(metadata["heading"]) ?? said.filter((part) => part !== undefined).join(", "),
    content,
    excerpt,
  };
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
