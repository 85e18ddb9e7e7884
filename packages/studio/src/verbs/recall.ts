import {
  type AsOf,
  fsrsScoring,
  type MemoryRecord,
  type Recalled,
  type RecalledMemory,
  type Scoring,
} from "@kioku/core";
import { checkMembers, checkNumber, checkOneOf } from "@kioku/core/toolkit";
import { type ScoringPreset, scoringPresets } from "@kioku/plugins/scorings";

import type { LabAnswer, LabMemory, LabScoring, LabText, RecallVerbs } from "../wire/recall.js";
import { below, inScope } from "./in-scope.js";
import { instant } from "./instant.js";
import type { Service, VerbTable } from "./service.js";

const MEMBERS =
  `query scope reach mode minScore diversity mood rerank includeArchived limit neighbours scoring
  knownAt validAt`.split(/\s+/u);
const PRESETS = Object.keys(scoringPresets) as readonly ScoringPreset[];
const MOST_TEXT = 280;
/** Least relevance of memories that were not configured otherwise. */
const USUAL_THRESHOLD = 0.35;

/** Verbs of the page `recall`. */
export const RECALL: VerbTable<RecallVerbs> = {
  recallLab: {
    isWrite: false,
    run: async (service, asked, options) => {
      checkMembers(asked, "query", MEMBERS);
      const { scope, scoring, knownAt, validAt, limit = 10, neighbours = 0, ...rest } = asked;
      checkNumber(limit, "query.limit", { min: 1, max: 100, integer: true });
      checkNumber(neighbours, "query.neighbours", { min: 0, max: 10, integer: true });
      const asOf: AsOf = {
        knownAt: instant(knownAt, "query.knownAt"),
        validAt: instant(validAt, "query.validAt"),
      };
      const chosen = scoring === undefined ? undefined : scoringOf(scoring);
      const query = { ...rest, limit, neighbours, asOf, scoring: chosen, explain: true };
      const found = await inScope(service.memory, scope).recall(query, options);
      return answerOf(service, found, asked.minScore);
    },
  },
  memorySpan: {
    isWrite: false,
    run: async ({ memory }, { scope }, options) => {
      const all = { reach: "below", includeRetired: true, includeArchived: true } as const;
      const page = await inScope(memory, scope).list({ ...all, limit: 1 }, options);
      const [oldest] = page.items;
      return oldest === undefined ? {} : { from: oldest.createdAt.toISOString() };
    },
  },
};

function scoringOf(name: LabScoring): Scoring {
  const known = checkOneOf(name, "query.scoring", [...PRESETS, "fsrs-mood"]);
  return known === "fsrs-mood" ? fsrsScoring({ moodCongruence: 0.5 }) : scoringPresets[known]();
}

function answerOf(service: Service, found: Recalled, minScore: number | undefined): LabAnswer {
  const { omitted = [], notice } = found;
  const threshold = minScore ?? usualThreshold(found);
  return {
    memories: found.map((memory) => memoryOf(service, memory)),
    omitted: omitted.map(({ memory, reason }) => ({ memory: memoryOf(service, memory), reason })),
    ...(notice && { notice: notice.code }),
    ...(threshold === undefined ? {} : { threshold }),
  };
}

/** Returns the usual threshold unless the answer shows that another one is configured. */
function usualThreshold(found: Recalled): number | undefined {
  const isUsual =
    found.every(({ relevance }) => relevance >= USUAL_THRESHOLD) &&
    (found.omitted ?? []).every(
      ({ memory, reason }) => (reason === "relevance") === memory.relevance < USUAL_THRESHOLD,
    );
  return isUsual ? USUAL_THRESHOLD : undefined;
}

function memoryOf(service: Service, memory: RecalledMemory): LabMemory {
  const { kind, createdAt, emotion, score, relevance, replacedBy, neighbours, signals } = memory;
  const texts = (records: readonly MemoryRecord[]): readonly LabText[] =>
    records.map((one) => textOf(service, one));
  return {
    ...textOf(service, memory),
    kind,
    createdAt: createdAt.toISOString(),
    ...(emotion && { emotion }),
    score,
    relevance,
    signals: signals ?? { relevance, factors: {} },
    ...(replacedBy !== undefined && { replacedBy }),
    ...(neighbours && {
      neighbours: { before: texts(neighbours.before), after: texts(neighbours.after) },
    }),
  };
}

function textOf({ memory }: Service, { id, scope, content }: MemoryRecord): LabText {
  return {
    id,
    scope: below(memory, scope),
    text: content.length > MOST_TEXT ? `${content.slice(0, MOST_TEXT)}…` : content,
  };
}
