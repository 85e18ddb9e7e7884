import type { SearchLeg } from "@kioku/core/toolkit";

import type { FoundText } from "../count-terms.js";
import type { FoundRecord } from "../found-record.js";
import { textScores } from "../text-scores.js";

/** A record of the searched scopes, and what is known of it so far. */
export interface RosterRecord extends FoundRecord, FoundText {
  /** Whether the selection has it. Texts that it does not have count in the statistics. */
  readonly isSelected: boolean;
  /** Leg by leg; `scoreTexts` fills in what text legs say. */
  readonly scores: (number | undefined)[];
}

/** Fills in what text legs say of the records. */
export function scoreTexts(roster: readonly RosterRecord[], legs: readonly SearchLeg[]): void {
  const texts = roster.filter(({ scripts }) => scripts !== null);
  for (const [place, leg] of legs.entries()) {
    if (leg.type !== "text") continue;
    for (const [{ scores }, score] of textScores(texts, leg.terms)) scores[place] = score;
  }
}
