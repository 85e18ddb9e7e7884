import type { SurfaceQuery } from "../../api/queries.js";
import {
  checkBoolean,
  checkMembers,
  checkNumber,
  checkText,
  invalidInput,
} from "../../internal/check/check.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import type { Filter } from "../../model/filter.js";
import { DEFAULT_SURFACE_LIMIT, MAX_CONTENT_LENGTH, MAX_NAME_LENGTH } from "../../model/limits.js";
import { toStorableText } from "../../text/normalize.js";
import { MAX_COOLDOWN } from "../surfaced-lately.js";
import { checkExclude, checkKinds, checkReach } from "./check-recall-query.js";
import type { Defaulted } from "./check-recall-query.js";

/** A query with every default filled in. */
export interface CheckedSurface extends Defaulted<
  Pick<SurfaceQuery, "limit" | "temperature" | "cooldown" | "reach" | "explain">
> {
  readonly cue: string | undefined;
  readonly seed: string | undefined;
  readonly exclude: ReadonlySet<string>;
  readonly kinds: readonly string[] | undefined;
  /** The filter of the query, and the least trust. */
  readonly filter: Filter;
}

const MEMBERS =
  "cue limit temperature seed cooldown exclude kinds filter reach minTrust explain".split(" ");

/** Checks a query and fills in the defaults. */
export function checkSurfaceQuery(query: SurfaceQuery): CheckedSurface {
  checkMembers(query, "query", MEMBERS);
  const { cue, limit = DEFAULT_SURFACE_LIMIT, temperature = 0.25, cooldown = 20 } = query;
  const exclude = checkExclude(query.exclude, "query.exclude");
  const most = { min: 0, max: MAX_COOLDOWN, integer: true };
  return {
    cue: cue === undefined ? undefined : checkCue(cue),
    limit: checkNumber(limit, "query.limit", { min: 1, max: 100, integer: true }),
    temperature: checkNumber(temperature, "query.temperature", { min: 0, max: 10 }),
    seed: checkSeed(query.seed),
    cooldown: checkNumber(cooldown, "query.cooldown", most),
    exclude,
    kinds: checkKinds(query.kinds),
    filter: checkFilter(query),
    reach: checkReach(query.reach),
    explain: checkBoolean(query.explain ?? false, "query.explain"),
  };
}

function checkCue(cue: unknown): string {
  return toStorableText(checkText(cue, "query.cue", MAX_CONTENT_LENGTH));
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
