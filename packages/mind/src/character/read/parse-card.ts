import { invalidInput, toStorableText } from "@kioku/core/toolkit";

import type { CharacterCard, LoreEntry } from "../model/character-card.js";

/** Most UTF-16 units of a text, and of a name. */
const MAX_TEXT = 200_000;
const MAX_NAME = 200;
/** Most items of a list. */
const MAX_ITEMS = 1_000;
/** Lines of version 3 that tell when an entry of lore is used, at its beginning. */
const DECORATORS = /^(?:@@[^\n]*(?:\n|$))+/u;

type Members = Readonly<Record<string, unknown>>;

/** Reads a card of any version from parsed JSON. Members that are unknown are left out. */
export function parseCard(given: unknown): CharacterCard {
  const outer = membersOf(given);
  if (!outer) throw invalidInput("card", "an object");
  const version = versionOf(own(outer, "spec"));
  const data = version === 1 ? outer : membersOf(own(outer, "data"));
  if (!data) throw invalidInput("card.data", "an object");
  const text = (name: string): string => textOf(data, name, MAX_TEXT);
  const name = textOf(data, "name", MAX_NAME).trim();
  if (name === "") throw invalidInput("card.name", "text that is not blank");
  const nickname = textOf(data, "nickname", MAX_NAME).trim();
  const first = [text("first_mes"), ...textsOf(data, "alternate_greetings")];
  return {
    version,
    name,
    ...(nickname === "" ? {} : { nickname }),
    description: text("description"),
    personality: text("personality"),
    scenario: text("scenario"),
    greetings: first.filter((greeting) => greeting.trim() !== ""),
    examples: text("mes_example"),
    instructions: {
      system: text("system_prompt"),
      postHistory: text("post_history_instructions"),
    },
    lore: loreOf(data),
    tags: textsOf(data, "tags"),
    creator: text("creator"),
    creatorNotes: text("creator_notes"),
  };
}

function versionOf(spec: unknown): CharacterCard["version"] {
  if (spec === "chara_card_v3") return 3;
  if (spec === "chara_card_v2") return 2;
  if (spec === undefined || spec === null) return 1;
  throw invalidInput("card.spec", '"chara_card_v2" or "chara_card_v3", or absent for version 1');
}

function loreOf(data: Members): readonly LoreEntry[] {
  const book = membersOf(own(data, "character_book"));
  if (!book) return [];
  return listOf(book, "entries").flatMap((given): readonly LoreEntry[] => {
    const entry = membersOf(given);
    if (!entry || own(entry, "enabled") === false) return [];
    const content = textOf(entry, "content", MAX_TEXT).replace(DECORATORS, "").trim();
    const keys = textsOf(entry, "keys");
    const named = [textOf(entry, "name", MAX_TEXT), textOf(entry, "comment", MAX_TEXT), ...keys];
    const name = (named.find((one) => one.trim() !== "") ?? content).trim().slice(0, MAX_NAME);
    return content === "" ? [] : [{ name: toStorableText(name), keys, content }];
  });
}

function membersOf(value: unknown): Members | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Members) : undefined;
}

/** Returns a member of the object itself, never of its prototype. */
function own(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function textOf(members: Members, name: string, most: number): string {
  const value = own(members, name) ?? "";
  if (typeof value !== "string") throw invalidInput(`card.${name}`, "a string");
  if (value.length > most) throw invalidInput(`card.${name}`, `at most ${most} characters long`);
  return toStorableText(value);
}

function listOf(members: Members, name: string): readonly unknown[] {
  const value = own(members, name) ?? [];
  if (!Array.isArray(value)) throw invalidInput(`card.${name}`, "a list");
  if (value.length > MAX_ITEMS) throw invalidInput(`card.${name}`, `at most ${MAX_ITEMS} items`);
  return value;
}

function textsOf(members: Members, name: string): readonly string[] {
  return listOf(members, name).map((one) => textOf({ [name]: one }, name, MAX_TEXT));
}
