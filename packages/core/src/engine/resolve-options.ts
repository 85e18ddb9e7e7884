import type { RankingOptions, ResolvedRanking, RetentionPolicy } from "../api/options.js";
import { checkOptions, number, type Checks } from "../internal/check/check-options.js";
import {
  checkMembers,
  checkNumber,
  checkObject,
  checkOneOf,
  checkText,
} from "../internal/check/check.js";
import { MAX_NAME_LENGTH, MAX_TTL_MS } from "../model/limits.js";
import { toStorableText } from "../text/normalize.js";

/** Keeps what answers in 97 of 100 cases, and leaves out four of five of others. */
const DEFAULT_MIN_SCORE = 0.35;
const SHARE = number({ min: 0, max: 1 });
const RANKING: Checks<RankingOptions> = {
  meaningWeight: SHARE,
  neighbourWeight: SHARE,
  threadWeight: SHARE,
  dateWeight: SHARE,
  minScore: SHARE,
};

/** @throws `invalid-input` for an option that is unknown or out of range. */
export function resolveRankingOptions(options: RankingOptions = {}): ResolvedRanking {
  checkOptions(options, RANKING, { name: "ranking" });
  const { meaningWeight, minScore = DEFAULT_MIN_SCORE } = options;
  const { neighbourWeight = 0.5, threadWeight = 0.4, dateWeight = 0.2 } = options;
  return { meaningWeight, neighbourWeight, threadWeight, dateWeight, minScore };
}

const DAY_MS = 86_400_000;

/** A retention policy with defaults. */
export interface Retention {
  /** Kind of its records; `*` stands for all kinds without a policy. */
  readonly kind: string;
  readonly keepMs: number;
  readonly afterwards: "purge" | "forget" | "archive";
}

/** @throws `invalid-input` naming the option, the allowed values and the given one. */
export function resolveRetention(given: unknown): readonly Retention[] {
  if (given === undefined) return [];
  checkObject(given, "retention");
  return Object.entries(given).map(([kind, policy]): Retention => {
    checkText(kind, "a kind in retention", MAX_NAME_LENGTH);
    const name = `retention[${JSON.stringify(kind)}]`;
    checkMembers(policy, name, ["keepDays", "afterwards"]);
    const { keepDays, afterwards = "purge" } = policy as RetentionPolicy;
    const limits = { above: 0, max: MAX_TTL_MS / DAY_MS };
    return {
      kind: toStorableText(kind),
      keepMs: checkNumber(keepDays, `${name}.keepDays`, limits) * DAY_MS,
      afterwards: checkOneOf(afterwards, `${name}.afterwards`, ["purge", "forget", "archive"]),
    };
  });
}

/** Finds the policy of a kind. */
export function retentionOf(policies: readonly Retention[], kind: string): Retention | undefined {
  return policies.find((one) => one.kind === kind) ?? policies.find((one) => one.kind === "*");
}
