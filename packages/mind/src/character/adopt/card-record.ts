import type { MemoryRecord, RememberInput } from "@kioku/core";

import { SELF } from "../../context/held-facts.js";
import type { CharacterCard } from "../model/character-card.js";

/** Kind of the record of a card. */
export const CHARACTER = "character";
/** Beginning of the keys of cards. */
export const PREFIX = "mind/character/";
/** Validity of a card that is not adopted, or not yet: at no time. */
export const NEVER: Readonly<Record<"validFrom" | "validTo", Date>> = {
  validFrom: new Date(0),
  validTo: new Date(1),
};

/** A card, and how it is adopted. */
export interface AdoptedCard {
  readonly card: CharacterCard;
  readonly user: string;
  readonly trust: number;
}

/** Makes the input of a card's record. `undo` writes it again as that of a rule: not indexed. */
export function cardInput(
  { card, trust }: AdoptedCard,
  given: Pick<RememberInput, "content"> & { readonly key: string },
): RememberInput {
  const { name, version, creator } = card;
  return {
    ...given,
    kind: CHARACTER,
    origin: "import",
    speaker: SELF,
    form: "statement",
    index: false,
    trust,
    metadata: { character: { name, version, creator }, mind: { by: "rule" } },
  };
}

/** Makes the input that ends a card, since another one is adopted. */
export function endedInput(record: MemoryRecord, now: Date): RememberInput {
  const { content, key, kind, origin, speaker, form, trust, version: ifVersion } = record;
  const validFrom = record.validFrom ?? record.createdAt;
  const validTo = new Date(Math.max(now.getTime(), validFrom.getTime() + 1));
  const metadata = { ...record.metadata, mind: { by: "rule" } };
  const fixed = { content, key, kind, origin, speaker, form, trust, index: false };
  return { ...fixed, metadata, validFrom, validTo, ifVersion };
}
