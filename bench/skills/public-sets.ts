import type { PublicSet } from "../recall-sets.ts";

const HWU64 = {
  licence: "CC BY 4.0",
  source: "https://github.com/xliuhw/NLU-Evaluation-Data",
};

/**
 * Public sets of requests to assistants, as sets of skills. Saved results have figures alone, and
 * no text of them.
 */
export const PUBLIC_SKILL_SETS: readonly PublicSet[] = [
  { file: "hwu-10.json", name: "HWU64, 10 intents with 5 examples each", ...HWU64 },
  { file: "hwu-64.json", name: "HWU64, 64 intents with 5 examples each", ...HWU64 },
  {
    file: "snips-7.json",
    name: "SNIPS, 7 intents with 5 examples each",
    licence: "CC0 1.0",
    source: "https://github.com/sonos/nlu-benchmark",
  },
];
