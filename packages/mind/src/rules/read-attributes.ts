import { isValue, normalizeTopic, normalizeValue } from "./attribute-value.js";
import { attributeOf, type Attribute } from "./attributes.js";
import { tellsCorrection, tellsExplicitChange } from "./change-words.js";
import { CHINESE_ATTRIBUTES } from "./chinese-attributes.js";
import { clausesOf, type Clause } from "./clauses.js";
import { ENGLISH_ATTRIBUTES } from "./english-attributes.js";
import { attributeProblem, statementProblem } from "./stated.js";

/** A durable fact that a sentence states of its speaker. */
export interface FoundAttribute {
  readonly attribute: Attribute;
  /** Normalised. */
  readonly value: string;
  /** The whole sentence, or the clause if the sentence has several facts; verbatim. */
  readonly text: string;
  /** True if it says that the value is another one than before. */
  readonly tellsChange: boolean;
}

/** Sentences that are longer are quoted by the clause. */
const MAX_SENTENCE_LENGTH = 300;
/** Attributes whose values may be anything: long ones, and those with pronouns, are no values. */
const IS_OPEN = /^(?:like|dislike|hobby|plan|avoids)$/u;
const MAX_OPEN_VALUE = 48;
const POINTS_ELSEWHERE =
  /\b(?:it|them|they|this|that|these|those|him|her|he|she|you|your|their)\b|[他她它你您这那]/u;
const DAYS = /\b(?:today|yesterday|tonight|this (?:morning|week|month))\b|今天|昨天|昨晚|今早/giu;
const JOINT =
  /^(?:(?:and|but|so|because|since|then|though|while|plus)\s+|(?:而且|但是|不过|所以|因为|然后|另外|还有))/iu;
const HEDGE_AT_END =
  /[,，\s](?:i (?:think|guess|suppose|believe)|maybe|probably|perhaps|possibly|or something|not sure|(?:我)?(?:好像|可能|大概|也许)(?:吧)?|应该吧)\W*$/iu;

/** Reads the durable facts that a sentence states plainly of its speaker, as of now. */
export function readAttributes(sentence: string): readonly FoundAttribute[] {
  if (statementProblem(sentence) !== undefined || HEDGE_AT_END.test(sentence)) return [];
  const corrects = tellsCorrection(sentence);
  const found = clausesOf(sentence).flatMap((clause) => {
    const one = readClause(clause);
    if (!one) return [];
    const tellsChange = corrects || tellsExplicitChange(clause.text);
    return [{ ...one, text: clause.text.replace(JOINT, ""), tellsChange }];
  });
  const isWhole = found.length === 1 && sentence.length <= MAX_SENTENCE_LENGTH;
  return found.map((one) => ({
    ...one,
    text: isWhole || !sentence.includes(one.text) ? sentence : one.text,
  }));
}

/** Reads the attribute that a clause states, or would state if its denial is taken away. */
export function readClause(
  clause: Clause,
): Pick<FoundAttribute, "attribute" | "value"> | undefined {
  if (clause.plain === "") return undefined;
  const isChinese = /^\p{sc=Han}/u.test(clause.plain);
  for (const entry of isChinese ? CHINESE_ATTRIBUTES : ENGLISH_ATTRIBUTES) {
    const groups = entry.pattern.exec(clause.plain);
    if (!groups || !isOfNow(clause.text, entry.attribute)) continue;
    const { value = entry.value, other, topic } = groups.groups ?? {};
    const name =
      topic === undefined ? entry.attribute : `${entry.attribute}:${normalizeTopic(topic)}`;
    const said = value ?? other ?? entry.value ?? "";
    const normal = isValue(name, said) ? normalizeValue(name, said) : "";
    const attribute = attributeOf(name);
    if (attribute && normal !== "" && !(IS_OPEN.test(name) && isVague(normal)))
      return { attribute, value: normal };
  }
  return undefined;
}

function isVague(value: string): boolean {
  return value.length > MAX_OPEN_VALUE || POINTS_ELSEWHERE.test(value);
}

function isOfNow(clause: string, attribute: string): boolean {
  const text = tellsExplicitChange(clause) ? clause.replaceAll(DAYS, "") : clause;
  const problem = attributeProblem(text);
  if (problem === undefined || problem === "other-person") return true;
  return attribute === "plan" ? problem !== "hedged" && problem !== "past" : false;
}
