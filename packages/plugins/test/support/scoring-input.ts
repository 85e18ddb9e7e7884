import type { Emotion, MemoryRecord, ScoringInput } from "@kioku/core";

const NOW = new Date("2026-03-01T00:00:00Z");

/** Members of a scoring input, in short. */
export interface ScoringInputParts {
  readonly id?: string;
  readonly relevance?: number;
  readonly meaning?: number | undefined;
  readonly importance?: number;
  /** Days since it was written. */
  readonly ageDays?: number;
  /** Days since it was last used; absent: it never was. */
  readonly sinceDays?: number | undefined;
  readonly uses?: number;
  readonly stabilityDays?: number;
  readonly emotion?: Emotion | undefined;
  readonly mood?: Emotion | undefined;
}

/** A candidate for tests of scorings. */
export function scoringInput(parts: ScoringInputParts = {}): ScoringInput {
  const { id = "a", relevance = 0.5, importance = 0.5, ageDays = 0, sinceDays } = parts;
  const { uses = 0, stabilityDays = 10, meaning, emotion, mood } = parts;
  const createdAt = daysAgo(ageDays);
  const record: MemoryRecord = {
    id,
    scope: [],
    kind: "note",
    content: "x",
    metadata: {},
    form: "statement",
    origin: "user",
    trust: 1,
    sources: [],
    importance,
    pinned: false,
    strength: {
      stabilityDays,
      uses,
      ...(sinceDays === undefined ? {} : { lastUsedAt: daysAgo(sinceDays) }),
    },
    ...(emotion ? { emotion } : {}),
    createdAt,
    updatedAt: createdAt,
    version: 1,
  };
  return {
    record,
    relevance,
    now: NOW,
    ...(meaning === undefined ? {} : { meaning }),
    ...(mood ? { mood } : {}),
  };
}

function daysAgo(days: number): Date {
  return new Date(NOW.getTime() - days * 86_400_000);
}
