import { normalizeSentence } from "../../model/claim-hash.js";
import type { NewFact } from "../../model/fact.js";
import { isInjected } from "../../text/injected.js";
import { splitSentences } from "../../text/sentences.js";
import { fillCharacterText } from "../fill-character-text.js";
import type { OmittedSentence } from "../model/adoption.js";
import type { CharacterCard } from "../model/character-card.js";

/** Most sentences of a card that become memories. */
const MOST = 300;
/** Marks of lists and headings before a sentence. */
const MARKS = /^[-*•#>\s]{1,20}/u;
const HAN = /\p{Script=Han}/u;
const SECTIONS = ["description", "personality", "scenario"] as const;

/** A sentence of a card that is to be a fact of the assistant. */
export type CardSentence = Pick<NewFact, "text" | "attribute" | "value" | "block" | "importance">;

/** Text of a card, and its sentences. */
export interface CardText {
  /** All of it, with names filled in: each sentence stands in it. */
  readonly content: string;
  readonly sentences: readonly CardSentence[];
  readonly omitted: readonly OmittedSentence[];
}

/** Reads a card as text and sentences. The first ones of a section matter most. */
export function readSentences(card: CharacterCard, user: string): CardText {
  const { name, nickname } = card;
  const parts = SECTIONS.map((section) => {
    return fillCharacterText(card[section], { ...card, user }).trim();
  });
  const isChinese = parts.some((part) => HAN.test(part));
  const names = [
    { text: `${isChinese ? "名字：" : "Name: "}${name}`, attribute: "name", value: name },
  ];
  if (nickname !== undefined) {
    const text = `${isChinese ? "昵称：" : "Nickname: "}${nickname}`;
    names.push({ text, attribute: "nickname", value: nickname });
  }
  const content = [...names.map(({ text }) => text), ...parts].filter((part) => part !== "");
  const all = parts.flatMap((part, index): readonly CardSentence[] => {
    const section = SECTIONS[index] ?? "description";
    const texts = splitSentences(part).map((text) => text.replace(MARKS, ""));
    return texts.map((text, place) => {
      return {
        text,
        attribute: section,
        block: section,
        importance: 0.9 - 0.4 * (place / texts.length),
      };
    });
  });
  const own = names.map((one): CardSentence => {
    const value = normalizeSentence(one.value);
    return { ...one, value, block: "identity", importance: 0.95 };
  });
  return { content: content.join("\n\n"), ...choose([...own, ...all]) };
}

function choose(all: readonly CardSentence[]): Omit<CardText, "content"> {
  const sentences = new Map<string, CardSentence>();
  const omitted: OmittedSentence[] = [];
  for (const sentence of all) {
    const { text } = sentence;
    const said = normalizeSentence(text);
    if (said === "" || sentences.has(said)) continue;
    if (isInjected(text)) omitted.push({ text, reason: "instruction" });
    else sentences.set(said, sentence);
  }
  const ranked = [...sentences.values()].toSorted((a, b) => b.importance - a.importance);
  const cut = new Set(ranked.slice(MOST));
  for (const { text } of cut) omitted.push({ text, reason: "limit" });
  return { sentences: [...sentences.values()].filter((one) => !cut.has(one)), omitted };
}
