import { createMemory, inMemoryStore } from "@kioku/core";
import type { RankingOptions } from "@kioku/core";
import { scoringPresets } from "@kioku/plugins/scorings";
import type { ScoringPreset } from "@kioku/plugins/scorings";

import { oneOf } from "../one-of.ts";
import { UsageError } from "../usage-error.ts";
import type { RecallSettings } from "./recall-settings.ts";

const MODES = ["hybrid", "semantic", "keyword"] as const;
const PRESETS = Object.keys(scoringPresets) as ScoringPreset[];
const MAX_AGES_DAYS = 36_500;

const WEIGHTS = {
  "meaning-weight": "meaningWeight",
  "neighbour-weight": "neighbourWeight",
  "thread-weight": "threadWeight",
  "date-weight": "dateWeight",
} as const;

/** The options of a command that change how Kioku recalls, as `parseArgs` takes them. */
export const SETTING_OPTIONS = {
  mode: { type: "string" },
  scoring: { type: "string" },
  ranking: { type: "string" },
  "meaning-weight": { type: "string" },
  "neighbour-weight": { type: "string" },
  "thread-weight": { type: "string" },
  "date-weight": { type: "string" },
  rerank: { type: "boolean" },
  ages: { type: "string" },
} as const;

/** The values given for them. */
type GivenSettings = {
  readonly [Name in keyof typeof SETTING_OPTIONS]?:
    | (Name extends "rerank" ? boolean : string)
    | undefined;
};

/**
 * Checks what was given; only that is in the answer. @throws `UsageError` naming the option and
 * what it takes.
 */
export function parseSettings(given: GivenSettings): RecallSettings {
  const { mode, scoring, rerank, ages } = given;
  const ranking = parseRanking(given);
  return {
    ...(mode === undefined ? {} : { mode: oneOf(mode, "--mode", MODES) }),
    ...(scoring === undefined ? {} : { scoring: oneOf(scoring, "--scoring", PRESETS) }),
    ...(Object.keys(ranking).length === 0 ? {} : { ranking }),
    ...(rerank === true ? { rerank } : {}),
    ...(ages === undefined ? {} : { agesDays: parseAges(ages) }),
  };
}

/** The single options come after `--ranking` and win. Core says what is wrong with a value. */
function parseRanking(given: GivenSettings): RankingOptions {
  const ranking: Record<string, unknown> = { ...parseObject(given.ranking) };
  for (const [name, member] of Object.entries(WEIGHTS)) {
    const weight = given[name as keyof typeof WEIGHTS];
    if (weight !== undefined) ranking[member] = toNumber(weight);
  }
  try {
    createMemory({ store: inMemoryStore(), ranking });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
  return ranking;
}

function parseObject(json: string | undefined): object {
  if (json === undefined) return {};
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Said below, like any other value that is no object.
  }
  throw new UsageError(`--ranking must be a JSON object such as {"threadWeight":0}, got ${json}`);
}

function parseAges(given: string): number {
  const days = toNumber(given);
  if (days > 0 && days <= MAX_AGES_DAYS) return days;
  throw new UsageError(
    `--ages must be a number of days above 0, at most ${MAX_AGES_DAYS}, got ${given}`,
  );
}

/** `Number`, but nothing is not zero. */
function toNumber(given: string): number {
  return given.trim() === "" ? Number.NaN : Number(given);
}
