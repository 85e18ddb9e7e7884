import type { CharacterCard } from "./model/character-card.js";

/** Names of both, in the spelling of any version, and comments of a card's author. */
const MACROS =
  /\{\{\s{0,9}(char|user)\s{0,9}\}\}|<(bot|char|user)>|\{\{\s{0,9}(?:\/\/|comment:)[^{}]{0,5000}\}\}/giu;

/** Puts names into a text of a card: `{{char}}` and `{{user}}`. Comments of its author go. */
export function fillCharacterText(
  text: string,
  names: Pick<CharacterCard, "name" | "nickname"> & { readonly user: string },
): string {
  return text.replaceAll(MACROS, (_, braced?: string, angled?: string) => {
    const macro = (braced ?? angled)?.toLowerCase();
    if (macro === undefined) return "";
    return macro === "user" ? names.user : (names.nickname ?? names.name);
  });
}
