import type { SurfaceQuery } from "../../api/queries.js";
import {
  checkBoolean,
  checkMembers,
  checkNumber,
  checkOneOf,
  checkText,
  checkTexts,
  invalidInput,
} from "../../internal/check/check.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import type { Filter } from "../../model/filter.js";
import {
  DEFAULT_SURFACE_LIMIT,
  MAX_CONTENT_LENGTH,
  MAX_IDS,
  MAX_NAME_LENGTH,
} from "../../model/limits.js";
import type { Reach } from "../../model/scope.js";
import { toStorableText } from "../../text/normalize.js";
import { MAX_COOLDOWN } from "../surfaced-lately.js";

/** A query with every default filled in. */
export interface CheckedSurface {
  readonly cue: string | undefined;
  readonly limit: number;
  readonly temperature: number;
  readonly seed: string | undefined;
  readonly cooldown: number;
  readonly exclude: ReadonlySet<string>;
  readonly kinds: readonly string[] | undefined;
  /** What was asked for, and the least trust. */
  readonly filter: Filter;
  readonly reach: Reach;
  readonly explain: boolean;
}

const MEMBERS = [
  "cue",
  "limit",
  "temperature",
  "seed",
  "cooldown",
  "exclude",
  "kinds",
  "filter",
  "reach",
  "minTrust",
  "explain",
];

/** @throws `invalid-input` naming the member, what is allowed and what came. */
export function checkSurfaceQuery(query: SurfaceQuery): CheckedSurface {
  checkMembers(query, "query", MEMBERS);
  const {
    cue,
    limit = DEFAULT_SURFACE_LIMIT,
    temperature = 0.25,
    cooldown = 20,
    exclude = [],
    kinds,
  } = query;
  const excluded = checkTexts(exclude, "query.exclude", MAX_NAME_LENGTH);
  if (excluded.length > MAX_IDS)
    throw invalidInput("query.exclude", `at most ${MAX_IDS} ids`, exclude);
  const most = { min: 0, max: MAX_COOLDOWN, integer: true };
  return {
    cue:
      cue === undefined
        ? undefined
        : toStorableText(checkText(cue, "query.cue", MAX_CONTENT_LENGTH)),
    limit: checkNumber(limit, "query.limit", { min: 1, max: 100, integer: true }),
    temperature: checkNumber(temperature, "query.temperature", { min: 0, max: 10 }),
    seed: checkSeed(query.seed),
    cooldown: checkNumber(cooldown, "query.cooldown", most),
    exclude: new Set(excluded),
    kinds: kinds === undefined ? undefined : checkTexts(kinds, "query.kinds", MAX_NAME_LENGTH),
    filter: checkFilter(query),
    reach: checkOneOf(query.reach ?? "here", "query.reach", ["here", "below"]),
    explain: checkBoolean(query.explain ?? false, "query.explain"),
  };
}

function checkSeed(seed: unknown): string | undefined {
  if (seed === undefined) return undefined;
  if (typeof seed === "number") return String(checkNumber(seed, "query.seed", {}));
  if (typeof seed === "string") return checkText(seed, "query.seed", MAX_NAME_LENGTH);
  throw invalidInput("query.seed", "a finite number or a string", seed);
}

function checkFilter({ filter, minTrust = 0.6 }: SurfaceQuery): Filter {
  checkNumber(minTrust, "query.minTrust", { min: 0, max: 1 });
  const trusted = { "@trust": { $gte: minTrust } };
  if (filter === undefined) return trusted;
  parseFilter(filter);
  return { $and: [trusted, filter] };
}
