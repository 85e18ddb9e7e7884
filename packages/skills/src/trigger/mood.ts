import type { SkillTrigger } from "@kioku/core";
import { documentTerms } from "@kioku/core/toolkit";

import type { Mood } from "./english-mood.js";
import { clausesOf, isVetoing, type Clause } from "./mood-clauses.js";

const PRONOUN =
  /\b(?:it|them|that|those|these|one|so)\b|它|^(?:再|快|去|那就|就|帮)|^\p{Script=Han}{1,4}$/u;
const UP_TO_YOU =
  /^(?:if|when|whenever|once|after|before|unless) you\b|^(?:如果|要是|每次|当|万一)?(?:你|您)/u;
const CONDITION =
  /^(?:if|when|whenever|once|after|before|unless|as soon as|while|every time|each time|in case)\b|^(?:如果|要是|假如|万一|一旦|每次|只要|当)/u;
const OWN = /^(?:i|we|my|our)\b|^我(?![爸妈哥姐弟妹])/u;
const WRONG =
  /n't\b|\b(?:not|nothing|nobody|no|never|none|still|broken|wrong|missing|late|lost|damaged)\b|没|不|坏|错|丢|还/u;
/** Examples of a skill that answers: questions are meant for it, too. */
const ANSWERS =
  /\b(?:(?:tell|show|give|read) (?:me|us)|check|look up|find|search|list|explain|describe|what|what's|where|who|which|how|recommend|suggest|compare|calculate|convert|translate|track)\b|查|看看|看一下|告诉我|介绍|推荐|解释|搜|找|讲|列出|翻译|多少|怎么|什么|哪/iu;

/** Returns the mood of a text as a whole: an order where any clause is one. */
export function moodOf(text: string): Mood {
  const clauses = clausesOf(text);
  const vetoing = clauses.filter(isVetoing);
  const [last] = vetoing.slice(-1);
  const isOrder = clauses.some(({ mood }) => mood === "command");
  if (isOrder && !vetoing.some(({ mood }) => mood === "forbidding")) return "command";
  return last?.mood ?? (isOrder ? "command" : "other");
}

/** A reading of a text and the example that fits it best. */
interface Fit {
  readonly text: string;
  readonly trigger: SkillTrigger | undefined;
}

/**
 * Makes the test whether a trigger may not wake by a text or a part of it: one that reads requests
 * alone, where the part forbids, asks or reports, and no example of the trigger does.
 */
export function vetoOf(whole: string): (part: string, best: Fit | undefined) => boolean {
  let known: readonly Clause[] | undefined;
  return (part, best) => {
    if (best?.trigger?.mood !== "command") return false;
    known ??= clausesOf(whole);
    const mood = governing(within(known, whole, part), best.text);
    if (mood === undefined) return false;
    const { when } = best.trigger;
    return !isMeant(typeof when === "string" ? [when] : when, mood);
  };
}

/**
 * Returns true if examples have a mood, if questions go to one that asks to be told, or if half of
 * the examples state what is wrong, as people do who ask for help.
 */
function isMeant(examples: readonly string[], mood: Mood): boolean {
  const moods = examples.map((example) => clausesOf(example).map((clause) => clause.mood));
  if (moods.some((one) => one.includes(mood))) return true;
  if (mood === "forbidding") return false;
  if (mood === "question" && examples.some((example) => ANSWERS.test(example))) return true;
  const stated = moods.filter((one) => one.some((of) => of === "stating" || of === "report"));
  return 2 * stated.length >= examples.length;
}

/**
 * Returns the clauses of a part of a text, whose moods depend on what comes before it. A part of no
 * mood of its own, such as "the door is shut" of "the door is shut, don't open it", is no request.
 */
function within(clauses: readonly Clause[], whole: string, part: string): readonly Clause[] {
  const start = part.length < whole.length ? whole.indexOf(part) : -1;
  if (start < 0) return clauses;
  const own = clauses.filter((one) => one.start < start + part.length && one.end > start);
  return own.some(({ mood }) => mood !== "stating" && mood !== "other") ? own : clauses;
}

/** Returns the mood that vetoes, of the clause that is meant by an example. */
function governing(clauses: readonly Clause[], example: string): Mood | undefined {
  const vetoing = clauses.filter(isVetoing);
  if (vetoing.length === 0) return undefined;
  const asking = clauses.filter((one) => !isVetoing(one) && one.mood !== "stating");
  const strict = vetoing.filter(
    ({ text, mood }) => asking.length === 0 || mood !== "report" || !isSideCondition(text),
  );
  const last = strict.at(-1);
  if (!last) return undefined;
  if (asking.length === 0 && isComplaint(vetoing, clauses)) return undefined;
  const shares = sharesOf(clauses, example);
  const against = highest(asking.length === 0 ? vetoing : strict, shares);
  if (asking.length === 0) return against.mood;
  const meant = highest(asking, shares);
  const lead = (shares.get(against) ?? 0) - (shares.get(meant) ?? 0);
  const isLater = against.mood === "forbidding" && against.start > meant.start;
  const isPast =
    against.mood === "report" && against.start < meant.start && (shares.get(meant) ?? 0) > 0;
  const isOrder = isPast || asking.some(({ mood }) => mood === "command");
  return lead > 0 || (lead === 0 && (isLater || !isOrder)) ? against.mood : undefined;
}

/** Returns true if people tell of themselves and of what is wrong: they ask for help. */
function isComplaint(vetoing: readonly Clause[], clauses: readonly Clause[]): boolean {
  return (
    vetoing.every(({ mood, text }) => mood !== "report" || OWN.test(text)) &&
    clauses.some(({ mood, text }) => mood === "stating" && WRONG.test(text))
  );
}

function isSideCondition(text: string): boolean {
  return CONDITION.test(text) && !UP_TO_YOU.test(text);
}

/** Counts the terms of an example in each clause. A pronoun stands for what is named before. */
function sharesOf(clauses: readonly Clause[], example: string): ReadonlyMap<Clause, number> {
  const wanted = [...new Set(documentTerms(example))];
  let before: readonly string[] = [];
  return new Map(
    clauses.map((clause) => {
      const own = documentTerms(clause.text);
      const meant = PRONOUN.test(clause.text) ? before : [];
      before = [...meant, ...own];
      const named = wanted.filter((term) => own.includes(term)).length;
      const implied = wanted.filter((term) => meant.includes(term) && !own.includes(term)).length;
      return [clause, named + implied / (isVetoing(clause) ? 2 : 1)];
    }),
  );
}

/** Returns the last clause with the most. */
function highest<C extends Clause>(clauses: readonly C[], shares: ReadonlyMap<Clause, number>): C {
  const share = (clause: C): number => shares.get(clause) ?? 0;
  return clauses.reduce((best, clause) => (share(clause) >= share(best) ? clause : best));
}
