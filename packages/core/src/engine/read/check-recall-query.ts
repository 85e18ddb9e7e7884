import type { RecallQuery } from "../../api/queries.js";
import { checkEmotion, checkIds } from "../../internal/check/check-inputs.js";
import type { Defaulted } from "../../internal/check/check-options.js";
import {
  checkBoolean,
  checkMembers,
  checkMethods,
  checkNumber,
  checkOneOf,
  checkText,
  checkTexts,
} from "../../internal/check/check.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import type { Predicate } from "../../model/filter.js";
import {
  DEFAULT_RECALL_LIMIT,
  MAX_CONTENT_LENGTH,
  MAX_LIMIT,
  MAX_NAME_LENGTH,
} from "../../model/limits.js";
import type { Emotion } from "../../model/record.js";
import type { Reach } from "../../model/scope.js";
import { toStorableText } from "../../text/normalize.js";
import { checkAsOf } from "./engine-at.js";

const LIMIT = { min: 1, max: MAX_LIMIT, integer: true };
/** Neighbours on each side of a hit. */
const NEIGHBOURS = { min: 0, max: 100, integer: true };

/** A query with every default filled in. */
export interface CheckedQuery extends Defaulted<
  Omit<RecallQuery, "query" | "kinds" | "filter" | "minScore" | "mood" | "scoring" | "exclude">
> {
  /** As it was given, for hooks and events. */
  readonly query: RecallQuery;
  readonly text: string;
  readonly kinds: readonly string[] | undefined;
  readonly where: Predicate | undefined;
  readonly minScore: number | undefined;
  readonly mood: Emotion | undefined;
  readonly exclude: ReadonlySet<string>;
}

const MEMBERS =
  `query reach limit mode kinds filter minScore neighbours diversity mood rerank scoring
  exclude asOf includeArchived explain`.split(/\s+/u);

/**
 * Checks options of a recall before there is a query. `others` are options that the caller takes
 * beside them, for the message about an unknown one.
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

/** Checks a query and fills in the defaults. */
export function checkRecallQuery(given: string | RecallQuery, name = "query"): CheckedQuery {
  const query: RecallQuery = typeof given === "string" ? { query: given } : given;
  checkMembers(query, name, MEMBERS);
  const { filter, asOf, scoring } = query;
  const exclude = checkExclude(query.exclude, `${name}.exclude`);
  if (scoring !== undefined) checkMethods(scoring, `${name}.scoring`, ["score"]);
  return {
    query,
    text: toStorableText(checkText(query.query, `${name}.query`, MAX_CONTENT_LENGTH)),
    reach: checkReach(query.reach, `${name}.reach`),
    limit: checkNumber(query.limit ?? DEFAULT_RECALL_LIMIT, `${name}.limit`, LIMIT),
    mode: checkOneOf(query.mode ?? "hybrid", `${name}.mode`, ["hybrid", "semantic", "keyword"]),
    kinds: checkKinds(query.kinds, `${name}.kinds`),
    where: filter === undefined ? undefined : parseFilter(filter),
    minScore:
      query.minScore === undefined
        ? undefined
        : checkNumber(query.minScore, `${name}.minScore`, { min: 0, max: 1 }),
    neighbours: checkNumber(query.neighbours ?? 0, `${name}.neighbours`, NEIGHBOURS),
    diversity: checkNumber(query.diversity ?? 0, `${name}.diversity`, { min: 0, max: 1 }),
    mood: query.mood === undefined ? undefined : checkEmotion(query.mood, `${name}.mood`),
    rerank: checkBoolean(query.rerank ?? true, `${name}.rerank`),
    exclude,
    asOf: asOf === undefined ? {} : checkAsOf(asOf, `${name}.asOf`),
    includeArchived: checkBoolean(query.includeArchived ?? false, `${name}.includeArchived`),
    explain: checkBoolean(query.explain ?? false, `${name}.explain`),
  };
}

/** Checks the ids that a query leaves out. */
export function checkExclude(exclude: unknown, name: string): ReadonlySet<string> {
  return new Set(exclude === undefined ? [] : checkIds(exclude, name));
}

/** Checks the kinds of a query; `undefined`: all. */
export function checkKinds(kinds: unknown, name = "query.kinds"): readonly string[] | undefined {
  return kinds === undefined ? undefined : checkTexts(kinds, name, MAX_NAME_LENGTH);
}

/** Checks the reach of a query. */
export function checkReach(reach: unknown, name = "query.reach"): Reach {
  return checkOneOf(reach ?? "here", name, ["here", "below"]);
}
