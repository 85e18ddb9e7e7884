/**
 * Character cards of SillyTavern, read into the self concept of a mind.
 *
 * @module @kioku/mind/character
 */

export { adoptCharacter } from "./adopt/adopt-character.js";
export { fillCharacterText } from "./fill-character-text.js";
export type { Adoption, AdoptOptions, OmittedSentence } from "./model/adoption.js";
export type { CharacterCard, LoreEntry } from "./model/character-card.js";
export { readCharacterCard } from "./read/read-character-card.js";
