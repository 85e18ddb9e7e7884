import type { LabQuery, LabScoring } from "../../../wire/recall.js";
import { endOf } from "../../parts/end-of.js";
import type { Settings } from "../../parts/settings-query.js";

/** Settings of one recall as they are when the address has none. */
export const USUAL = {
  mode: "hybrid" as "hybrid" | "keyword" | "semantic",
  scoring: "configured" as LabScoring | "configured",
  limit: 10,
  /** Below 0: as it is configured. */
  min: -0.05,
  diverse: 0,
  near: 0,
  /** Below −1: none. */
  mood: -1.1,
  /** Yes or no: 1 or 0. */
  rerank: 1,
  archived: 0,
  below: 0,
  /** Day, such as `2026-03-05`; empty: now. */
  at: "",
  /** Axis of time that the day is on. */
  axis: "both" as "both" | "known" | "valid",
};

/** Settings of one recall. */
export type LabSettings = Readonly<typeof USUAL>;
/** Which of two settings: the names of the second one end in `2`. */
export type Side = "" | "2";

/** Names of scorings in the order they are offered. */
export const SCORINGS: readonly LabSettings["scoring"][] = [
  "configured",
  "relevance",
  "fsrs",
  "fsrs-mood",
  "generative-agents",
  "memory-bank",
  "hou-2024",
  "act-r",
  "airi",
  "airi-tiers",
  "airi-playground",
  "autosnippet",
  "digital-life",
];

const NAMES = Object.keys(USUAL) as readonly (keyof LabSettings)[];

/** Names settings as those of a side. */
export function toSide(settings: Partial<LabSettings>, side: Side): Settings {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name + side, value] as const),
  );
}

/** Returns the settings of a side. */
export function ofSide(all: Settings, side: Side): LabSettings {
  return Object.fromEntries(NAMES.map((name) => [name, all[name + side]])) as LabSettings;
}

/** Returns the names of the settings that differ. */
export function differences(a: LabSettings, b: LabSettings): ReadonlySet<keyof LabSettings> {
  return new Set(NAMES.filter((name) => a[name] !== b[name]));
}

/** Returns what the server is asked. */
export function toLabQuery(
  settings: LabSettings,
  about: Pick<LabQuery, "query" | "scope">,
): LabQuery {
  const { mode, scoring, limit, min, mood, at, axis } = settings;
  return {
    ...about,
    mode,
    limit,
    diversity: settings.diverse,
    neighbours: settings.near,
    rerank: settings.rerank === 1,
    includeArchived: settings.archived === 1,
    reach: settings.below === 1 ? "below" : "here",
    minScore: min < 0 ? undefined : min,
    mood: mood < -1 ? undefined : { valence: mood, arousal: 0.5 },
    scoring: scoring === "configured" ? undefined : scoring,
    knownAt: axis === "valid" ? undefined : endOf(at),
    validAt: axis === "known" ? undefined : endOf(at),
  };
}
