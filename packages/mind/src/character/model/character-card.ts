/** An entry of the lore book of a card. */
export interface LoreEntry {
  /** Name, comment or first key; never blank. */
  readonly name: string;
  /** Words that the entry is about. */
  readonly keys: readonly string[];
  /** Its text, without decorators. */
  readonly content: string;
}

/** A character, as a card of any version tells it. Texts may have `{{char}}` and `{{user}}`. */
export interface CharacterCard {
  /** Version of the card's format. */
  readonly version: 1 | 2 | 3;
  /** Name of the character. Not blank. */
  readonly name: string;
  /** Name that `{{char}}` stands for, if not `name`. */
  readonly nickname?: string;
  /** Who the character is. */
  readonly description: string;
  /** Its traits. */
  readonly personality: string;
  /** Where it is, and what is going on. */
  readonly scenario: string;
  /** First messages, to choose one of. */
  readonly greetings: readonly string[];
  /** Talk that shows how it speaks. */
  readonly examples: string;
  /** Orders to a model, for the host to look at. They are never adopted. */
  readonly instructions: {
    /** For the beginning of a prompt; may be empty. */
    readonly system: string;
    /** For the end of a prompt; may be empty. */
    readonly postHistory: string;
  };
  /** Lore book, without entries that are switched off. */
  readonly lore: readonly LoreEntry[];
  /** Tags of the card. */
  readonly tags: readonly string[];
  /** Author of the card; may be empty. */
  readonly creator: string;
  /** Words of the author to users; may be empty. */
  readonly creatorNotes: string;
}
