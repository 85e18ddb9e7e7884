import type { Sentence, Token } from "./sentences.js";

/** Feeling that a word of a text expresses where it stands. */
export interface Feeling {
  /** Valence in context, about -7 to 7. */
  readonly score: number;
  /** Arousal in context, 0 to 1. */
  readonly arousal: number;
  /** Share at which it counts beside others. */
  readonly share: number;
}

/** Words that are looked back at for a negation, and for a degree. */
const NEGATION_REACH = 6;
const DEGREE_REACH = 3;
const MAX_DEGREE = 2;
/** Factors of "not happy", "not very happy", "not bad" and "not unhappy", by two negations. */
const NOT_PLEASANT = -0.75;
const NOT_VERY = -0.55;
const NOT_UNPLEASANT = -0.4;
const TWICE_NEGATED = 0.5;
/** Shares of questions, of conditions and of the clause that a later one outweighs. */
const QUESTION_SHARE = 0.4;
const CONDITION_SHARE = 0.6;
const OUTWEIGHED_SHARE = 0.4;
const OUTWEIGHING_SHARE = 1.2;
/** Share of a word that follows itself. */
const REPEATED_SHARE = 0.3;
const LOUD_FACTOR = 1.2;
const EXCLAMATION_FACTOR = 0.07;
const LOUD_AROUSAL = 0.1;
const EXCLAMATION_AROUSAL = 0.06;

/** Lists the feelings of a text in order. */
export function feelingsOf(sentences: readonly Sentence[]): readonly Feeling[] {
  const felt: Feeling[] = [];
  let before = 0;
  for (const sentence of sentences) {
    const start = felt.length;
    // "But" at the beginning weighs against the sentence before.
    if (sentence.tokens[0]?.entry?.kind === "contrast") lessen(felt, before, start);
    before = start;
    readSentence(sentence, felt);
  }
  return felt;
}

function lessen(felt: Feeling[], from: number, to: number): void {
  for (let index = from; index < to; index += 1) {
    const one = felt[index];
    if (one) felt[index] = { ...one, share: one.share * OUTWEIGHED_SHARE };
  }
}

function readSentence(sentence: Sentence, felt: Feeling[]): void {
  const { tokens, exclamations, isQuestion, opensDenied } = sentence;
  const start = felt.length;
  const isShouted = tokens.some(({ isLoud }) => isLoud);
  const hasCondition = tokens.some(({ entry }) => entry?.kind === "condition");
  const means = { deniesAll: !(isQuestion && opensDenied) };
  const sentenceShare = (isQuestion ? QUESTION_SHARE : 1) * (hasCondition ? CONDITION_SHARE : 1);
  let clause = 1;
  let gain = 1;
  for (const [index, token] of tokens.entries()) {
    const { entry, isMark } = token;
    if (entry?.kind === "contrast") {
      lessen(felt, start, felt.length);
      clause = 1;
      gain = OUTWEIGHING_SHARE;
    } else if (entry?.kind === "concession") clause = OUTWEIGHED_SHARE;
    else if (isMark) clause = 1;
    if (entry?.kind !== "feeling") continue;
    const repeats = tokens[index - 1]?.entry === entry ? REPEATED_SHARE : 1;
    const { score, arousal } = inContext(tokens, index, means);
    const loud = (token.isLoud ? LOUD_FACTOR : 1) * (1 + EXCLAMATION_FACTOR * exclamations);
    const louder = (isShouted ? LOUD_AROUSAL : 0) + EXCLAMATION_AROUSAL * exclamations;
    felt.push({
      score: score * loud,
      arousal: Math.min(Math.max(arousal + louder, 0), 1),
      share: sentenceShare * clause * gain * repeats * token.share,
    });
  }
}

/** Returns score and arousal of a word by the negations and degrees around it. */
function inContext(
  tokens: readonly Token[],
  at: number,
  { deniesAll }: { readonly deniesAll: boolean },
): { readonly score: number; readonly arousal: number } {
  const { score = 0, arousal = 0 } = tokens[at]?.entry ?? {};
  let [negations, degree, isModified] = [0, afterDegree(tokens[at + 1]), false];
  let hasPassedList = false;
  let hasPassedFeeling = false;
  for (let back = 1; back <= NEGATION_REACH; back += 1) {
    const { entry, isMark = true } = tokens[at - back] ?? {};
    if (isMark || entry?.kind === "boundary" || entry?.kind === "contrast") break;
    if (entry?.kind === "list") hasPassedList = true;
    if (entry?.kind === "feeling") {
      if (!hasPassedList) break;
      hasPassedFeeling = true;
    }
    if (entry?.kind === "negation") negations += 1;
    if (entry?.kind === "degree" && !hasPassedFeeling && back <= DEGREE_REACH) {
      isModified ||= negations === 0;
      degree *= entry.factor;
    }
  }
  degree = Math.min(degree, MAX_DEGREE);
  if (negations === 0 || !deniesAll) {
    return { score: score * degree, arousal: arousedBy(arousal, degree) };
  }
  const factor = negationFactor(score, negations, isModified && degree > 1);
  const outer = isModified ? 1 : degree;
  return { score: score * factor * outer, arousal: 0.15 + 0.5 * arousal };
}

function negationFactor(score: number, negations: number, isVery: boolean): number {
  if (negations > 1) return TWICE_NEGATED;
  if (score < 0) return NOT_UNPLEASANT;
  return isVery ? NOT_VERY : NOT_PLEASANT;
}

/** Returns the factor of a Chinese degree after its word. */
function afterDegree(token: Token | undefined): number {
  return token?.entry?.kind === "degree-after" ? token.entry.factor : 1;
}

/** Moves arousal away from the middle by a high degree, and down by a low one. */
function arousedBy(arousal: number, degree: number): number {
  if (degree < 1) return arousal * (0.5 + 0.5 * degree);
  return arousal + (degree - 1) * 0.4 * (arousal - 0.3);
}
