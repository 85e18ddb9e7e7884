import type { MemoryRecord, Receipt, WriteOptions } from "@kioku/core";

import type { MemoryKinds } from "../../kinds/api/memory-kinds.js";

/** A sentence of a card that is not adopted. */
export interface OmittedSentence {
  /** The sentence. */
  readonly text: string;
  /**
   * An order to a model; forgotten before; one over the 300 that are adopted; or refused or changed
   * by a plugin.
   */
  readonly reason: "instruction" | "forgotten" | "limit" | "plugin";
}

/** Options of `adoptCharacter`. */
export interface AdoptOptions extends WriteOptions {
  /** Name that `{{user}}` stands for. @defaultValue `"user"` */
  readonly user?: string | undefined;
  /** Kinds of the same scope, whose semantic memory takes the lore book. @defaultValue none */
  readonly kinds?: MemoryKinds | undefined;
  /** Trust of the card, 0 to 1; at most 0.5 means untrusted. @defaultValue 1 */
  readonly trust?: number | undefined;
}

/** Result of `adoptCharacter`. */
export interface Adoption {
  /** `unchanged`: this card is the one that was adopted last. */
  readonly status: "adopted" | "unchanged";
  /** The record of the card, which proves the sentences. Erasing it erases them. */
  readonly card: MemoryRecord;
  /** Id for `mind.undo`, which takes back the sentences; absent if none was changed. */
  readonly run?: string;
  /** Number of sentences of the self concept that were written. */
  readonly sentences: number;
  /** Number of sentences of an earlier card that ended. */
  readonly ended: number;
  /** Sentences that were left out, and why. */
  readonly omitted: readonly OmittedSentence[];
  /** Receipts of the items of lore. */
  readonly lore: readonly Receipt[];
}
