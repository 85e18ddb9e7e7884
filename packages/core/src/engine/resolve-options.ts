import type { RetentionPolicy } from "../api/options.js";
import type { Embedder } from "../contracts/embedder.js";
import {
  checkMembers,
  checkNumber,
  checkObject,
  checkOneOf,
  checkText,
} from "../internal/check/check.js";
import { MAX_NAME_LENGTH, MAX_TTL_MS } from "../model/limits.js";
import { toStorableText } from "../text/normalize.js";

const DAY_MS = 86_400_000;

/** A policy with every default filled in. */
export interface Retention {
  /** The kind that it is for; `*`: all that no other one is for. */
  readonly kind: string;
  readonly keepMs: number;
  readonly afterwards: "purge" | "forget" | "archive";
}

/**
 * The policies of a memory, checked.
 * @throws `invalid-input` naming the option, what is allowed and what came.
 */
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

/** The policy that a kind falls under. */
export function retentionOf(policies: readonly Retention[], kind: string): Retention | undefined {
  return policies.find((one) => one.kind === kind) ?? policies.find((one) => one.kind === "*");
}

/** The embedders as a list: none, one, or several. */
export function toEmbedders(
  embedder: Embedder | readonly Embedder[] | undefined,
): readonly Embedder[] {
  if (embedder === undefined) return [];
  return isList(embedder) ? embedder : [embedder];
}

function isList(embedder: Embedder | readonly Embedder[]): embedder is readonly Embedder[] {
  return Array.isArray(embedder);
}
