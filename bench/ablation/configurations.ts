import { scoringPresets } from "@kioku/plugins/scorings";
import type { ScoringPreset } from "@kioku/plugins/scorings";

import type { RecallSettings } from "../recall/recall-settings.ts";

/** One way to recall, named for the table. */
export interface Configuration {
  readonly name: string;
  readonly settings: RecallSettings;
}

/** Over how long the records are written where recency shall have something to do. */
const AGES_DAYS = 365;

const PRESETS = Object.keys(scoringPresets) as ScoringPreset[];

/** The default first, then what changes one ingredient of it. */
export const CONFIGURATIONS: readonly Configuration[] = [
  { name: "default", settings: {} },
  { name: "keywords only", settings: { mode: "keyword" } },
  { name: "meaning only", settings: { mode: "semantic" } },
  { name: "equal weights", settings: { ranking: { meaningWeight: 0.5 } } },
  { name: "no neighbours", settings: { ranking: { neighbourWeight: 0 } } },
  { name: "no thread", settings: { ranking: { threadWeight: 0 } } },
  {
    name: "neither",
    settings: { ranking: { neighbourWeight: 0, threadWeight: 0 } },
  },
  { name: "no dates", settings: { ranking: { dateWeight: 0 } } },
  { name: "with reranker", settings: { rerank: true } },
  ...PRESETS.map((scoring) => ({ name: `scoring ${scoring}`, settings: { scoring } })),
  ...PRESETS.map((scoring) => ({
    name: `scoring ${scoring}, written over ${AGES_DAYS} days`,
    settings: { scoring, agesDays: AGES_DAYS },
  })),
];
