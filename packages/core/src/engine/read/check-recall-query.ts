import type { RecallQuery } from "../../api/queries.js";
import { checkEmotion } from "../../internal/check/check-inputs.js";
import {
  checkBoolean,
  checkMembers,
  checkMethods,
  checkNumber,
  checkOneOf,
  checkText,
  checkTexts,
  invalidInput,
} from "../../internal/check/check.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import type { Predicate } from "../../model/filter.js";
import {
  DEFAULT_RECALL_LIMIT,
  MAX_CONTENT_LENGTH,
  MAX_IDS,
  MAX_LIMIT,
  MAX_NAME_LENGTH,
} from "../../model/limits.js";
import type { AsOf, Emotion } from "../../model/record.js";
import type { Reach } from "../../model/scope.js";
import { toStorableText } from "../../text/normalize.js";
import { checkAsOf } from "./check-as-of.js";

/** Most neighbours on each side of a hit. */
const MAX_NEIGHBOURS = 100;

/** A query with every default filled in. */
export interface CheckedQuery {
  /** As it was asked, for hooks and events. */
  readonly query: RecallQuery;
  readonly text: string;
  readonly reach: Reach;
  readonly limit: number;
  readonly mode: "hybrid" | "semantic" | "keyword";
  readonly kinds: readonly string[] | undefined;
  readonly where: Predicate | undefined;
  readonly minScore: number;
  readonly neighbours: number;
  readonly diversity: number;
  readonly mood: Emotion | undefined;
  readonly rerank: boolean;
  readonly exclude: ReadonlySet<string>;
  readonly asOf: AsOf;
  readonly includeArchived: boolean;
  readonly explain: boolean;
}

const MEMBERS = [
  "query",
  "reach",
  "limit",
  "mode",
  "kinds",
  "filter",
  "minScore",
  "neighbours",
  "diversity",
  "mood",
  "rerank",
  "scoring",
  "exclude",
  "asOf",
  "includeArchived",
  "explain",
];

/**
 * Memories that a diverse answer is chosen from, per memory asked for, and at least: one fact may
 * have been said often.
 */
const CHOICES_PER_HIT = 3;
const LEAST_CHOICES = 30;

/** How many memories are needed to choose those asked for from. */
export function choicesFor({
  limit,
  diversity,
}: Pick<CheckedQuery, "limit" | "diversity">): number {
  return diversity > 0 ? Math.max(limit * CHOICES_PER_HIT, LEAST_CHOICES) : limit;
}

/**
 * Refuses at once what every recall with these options would refuse, for those who take them before
 * there is a query. `others` are the options that they take beside, for the message about an
 * unknown one.
 * @throws `invalid-input` naming the option, what is allowed and what came.
 */
export function checkRecallOptions(
  options: Omit<RecallQuery, "query">,
  name: string,
  others: readonly string[] = [],
): void {
  checkMembers(options, name, [...others, ...MEMBERS.filter((member) => member !== "query")]);
  checkRecallQuery({ ...options, query: "anything" }, name);
}

/** @throws `invalid-input` naming the member, what is allowed and what came. */
export function checkRecallQuery(given: string | RecallQuery, name = "query"): CheckedQuery {
  const query: RecallQuery = typeof given === "string" ? { query: given } : given;
  checkMembers(query, name, MEMBERS);
  const { kinds, filter, exclude = [], asOf, scoring } = query;
  const excluded = checkTexts(exclude, `${name}.exclude`, MAX_NAME_LENGTH);
  if (excluded.length > MAX_IDS)
    throw invalidInput(`${name}.exclude`, `at most ${MAX_IDS} ids`, exclude);
  if (scoring !== undefined) checkMethods(scoring, `${name}.scoring`, ["score"]);
  return {
    query,
    text: toStorableText(checkText(query.query, `${name}.query`, MAX_CONTENT_LENGTH)),
    reach: checkOneOf(query.reach ?? "here", `${name}.reach`, ["here", "below"]),
    limit: checkNumber(query.limit ?? DEFAULT_RECALL_LIMIT, `${name}.limit`, {
      min: 1,
      max: MAX_LIMIT,
      integer: true,
    }),
    mode: checkOneOf(query.mode ?? "hybrid", `${name}.mode`, ["hybrid", "semantic", "keyword"]),
    kinds: kinds === undefined ? undefined : checkTexts(kinds, `${name}.kinds`, MAX_NAME_LENGTH),
    where: filter === undefined ? undefined : parseFilter(filter),
    minScore: checkNumber(query.minScore ?? 0, `${name}.minScore`, { min: 0, max: 1 }),
    neighbours: checkNumber(query.neighbours ?? 0, `${name}.neighbours`, {
      min: 0,
      max: MAX_NEIGHBOURS,
      integer: true,
    }),
    diversity: checkNumber(query.diversity ?? 0, `${name}.diversity`, { min: 0, max: 1 }),
    mood: query.mood === undefined ? undefined : checkEmotion(query.mood, `${name}.mood`),
    rerank: checkBoolean(query.rerank ?? true, `${name}.rerank`),
    exclude: new Set(excluded),
    asOf: checkAsOf(asOf, `${name}.asOf`),
    includeArchived: checkBoolean(query.includeArchived ?? false, `${name}.includeArchived`),
    explain: checkBoolean(query.explain ?? false, `${name}.explain`),
  };
}
