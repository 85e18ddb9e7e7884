import type { MemoryRecord } from "@kioku/core";
import { daysSinceUse, derivableTrust, MOST_UNTRUSTED, retrievability } from "@kioku/core/toolkit";
import type { Mind } from "@kioku/mind";
import { defineTool, type ToolAnswer } from "@kioku/tools";

import type { McpTool } from "../server/mcp-tool.js";
import { shownOf } from "./shown.js";
import {
  answerSchema,
  MEMORIES,
  plainJson,
  structuredMemories,
  structuredWords,
} from "./structured.js";
import { findTrace, type Trace, traceNotes } from "./trace.js";

/** Most sources and quotes for programs. */
const MAX_SOURCES = 10;

interface WhyArguments {
  readonly id: string;
}

/** Answer of `why`. */
interface WhyAnswer extends ToolAnswer {
  readonly trace?: Trace;
  readonly strength?: MemoryStrength;
}

/** Parts of the score of a memory, beside its relevance to a query. */
interface MemoryStrength {
  readonly importance: number;
  /** Probability of recall now, which use raises and time lowers. */
  readonly retrievability: number;
  readonly stabilityDays: number;
  readonly uses: number;
}

/** Defines `why`: where a memory came from, and what became of it. */
export function whyTool(clock: () => Date = () => new Date()): McpTool {
  return {
    definition: defineTool<WhyArguments, WhyAnswer>({
      name: "why",
      description: [
        "Tells where a memory came from: quotes of its sources, its history and its strength.",
      ],
      properties: {
        id: { type: "string", description: "Its id, or a sentence of the portrait." },
      },
      required: ["id"],
      showsMemories: true,
      run: async ({ id }, { memory, signal }) => {
        const trace = await findTrace(memory as Mind, id.trim(), signal);
        if (!trace) {
          const text = "No memory has this id, and no sentence of a portrait is this one.";
          return { status: "unknown", text, memories: [] };
        }
        const strength = strengthOf(trace.memory, clock());
        const text = `${traceNotes(trace)}\n${inWords(trace.memory, strength)}`;
        const shown = shownOf([trace.memory, ...trace.sources.slice(0, MAX_SOURCES)]);
        return { status: "found", text, trace, strength, ...shown };
      },
    }),
    title: "Explain a memory",
    annotations: { readOnlyHint: true, openWorldHint: false },
    output: answerSchema({ memory: { type: "object", properties: {} }, sources: MEMORIES }),
    toStructured: (answer: WhyAnswer) =>
      answer.trace ? toStructured(answer, answer.trace) : structuredWords(answer),
  };
}

function toStructured(
  { status, memories = [], strength }: WhyAnswer,
  { memory: record, explanation, sources, versions }: Trace,
): Readonly<Record<string, unknown>> {
  const [memory, ...from] = structuredMemories(memories);
  const byId = new Map(sources.map((one) => [one.id, one]));
  const { quotes, replaced, by, reason, since, until } = explanation ?? {};
  const answer = {
    status,
    memory,
    sources: from,
    quotes: quotes?.slice(0, MAX_SOURCES).map((quote) => {
      return { ...quote, ...marksOf(byId.get(quote.source) ?? record) };
    }),
    replaced: replaced?.slice(-MAX_SOURCES).map((one) => ({ ...one, ...marksOf(record) })),
    by,
    reason,
    since,
    until,
    versions: versions.map(({ record: _then, ...version }) => version),
    strength,
  };
  return plainJson(answer);
}

/** Returns the trust of a text for programs. */
function marksOf(record: MemoryRecord): Readonly<Record<string, unknown>> {
  const trust = derivableTrust(record);
  return { trust, ...(trust <= MOST_UNTRUSTED ? { untrusted: true } : {}) };
}

function strengthOf(record: MemoryRecord, now: Date): MemoryStrength {
  const { importance, strength } = record;
  const { stabilityDays, uses } = strength;
  const share = retrievability(daysSinceUse({ record, now }), stabilityDays);
  return {
    importance,
    retrievability: rounded(share),
    stabilityDays: rounded(stabilityDays),
    uses,
  };
}

/** Returns what numbers tell of a memory, as a line. */
function inWords(
  { origin, pinned, archivedAt, trust }: MemoryRecord,
  { importance, retrievability: share, uses }: MemoryStrength,
): string {
  const parts = [
    `importance ${importance}`,
    `probability of recall ${Math.round(100 * share)}%`,
    uses === 0 ? "never used" : `used ${uses} times`,
    `from ${origin}`,
    `trust ${trust}`,
    ...(pinned ? ["pinned"] : []),
    ...(archivedAt === undefined ? [] : ["archived"]),
  ];
  return `Strength: ${parts.join(", ")}. The rest of its score is its relevance to a query.`;
}

function rounded(number: number): number {
  return Math.round(number * 1000) / 1000;
}
