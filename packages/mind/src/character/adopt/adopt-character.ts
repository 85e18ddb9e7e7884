import type { Memory } from "@kioku/core";
import {
  checkMembers,
  checkNumber,
  checkObject,
  checkText,
  checkWriteOptions,
  innermost,
  invalidInput,
  layersOf,
  MAX_NAME_LENGTH,
  scopeToPath,
} from "@kioku/core/toolkit";

import type { MemoryKinds } from "../../kinds/api/memory-kinds.js";
import { retryConflicts } from "../../records/conflicts.js";
import type { Adoption, AdoptOptions } from "../model/adoption.js";
import type { CharacterCard } from "../model/character-card.js";
import { adoptLore } from "./adopt-lore.js";
import { adoptSentences } from "./adopt-sentences.js";

/**
 * Makes a character card the self concept of a mind: each sentence of its description, personality
 * and scenario becomes a fact of the assistant, with the card as its source. Another card takes the
 * place of the one before; the same one again changes nothing, so that a program can adopt it each
 * time it starts. Takes a mind, or its memory.
 *
 * ```ts
 * await adoptCharacter(mind, readCharacterCard(bytes), { user: "Ana" });
 * const { text } = await mind.document({ document: "self" });
 * ```
 */
export async function adoptCharacter(
  mind: Memory,
  card: CharacterCard,
  options: AdoptOptions = {},
): Promise<Adoption> {
  checkMembers(options, "options", ["signal", "actor", "cause", "user", "kinds", "trust"]);
  const { user = "user", trust = 1, kinds, ...writing } = options;
  checkWriteOptions(writing);
  checkText(user, "options.user", MAX_NAME_LENGTH);
  checkNumber(trust, "options.trust", { min: 0, max: 1 });
  if (kinds !== undefined) checkKinds(kinds, mind);
  checkCard(card);
  const [memory] = layersOf(innermost(mind));
  const adopted = { card, user, trust };
  let isAgain = false;
  const adoption = await retryConflicts(async () => {
    const adopting = adoptSentences(memory, { ...adopted, isAgain }, writing);
    isAgain = true;
    return adopting;
  });
  const { card: record, status } = adoption;
  const isNew = status === "adopted";
  const lore = kinds ? await adoptLore(memory, { ...adopted, kinds, record, isNew }, writing) : [];
  return { ...adoption, lore };
}

function checkKinds(kinds: MemoryKinds, mind: Memory): void {
  checkObject(kinds, "options.kinds");
  const isHere = scopeToPath(kinds.memory.scopePath) === scopeToPath(mind.scopePath);
  if (!isHere) throw invalidInput("options.kinds", "of the scope of the mind");
}

function checkCard(card: CharacterCard): void {
  checkObject(card, "card");
  checkText(card.name, "card.name", MAX_NAME_LENGTH);
  for (const name of ["description", "personality", "scenario"] as const) {
    const text: unknown = card[name];
    if (typeof text !== "string") throw invalidInput(`card.${name}`, "a string", text);
  }
  if (card.nickname !== undefined) checkText(card.nickname, "card.nickname", MAX_NAME_LENGTH);
  if (!Array.isArray(card.lore)) throw invalidInput("card.lore", "a list", card.lore);
  for (const entry of card.lore as readonly unknown[]) {
    checkObject(entry, "an entry of card.lore");
    const { name, content } = entry as Readonly<Record<string, unknown>>;
    if (typeof name !== "string" || typeof content !== "string") {
      throw invalidInput("an entry of card.lore", "with a name and a content", entry);
    }
  }
}
