import { MemoryError } from "../../errors/memory-error.js";
import { checkMembers, checkText, invalidInput } from "../../internal/check/check.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import type { Predicate } from "../../model/filter.js";
import { MAX_NAME_LENGTH } from "../../model/limits.js";
import type { Reach } from "../../model/scope.js";
import { checkKey } from "../write/check-remember-input.js";

/** A checked `ForgetTarget`. */
export type CheckedTarget =
  | { readonly type: "id"; readonly id: string }
  | { readonly type: "key"; readonly key: string }
  | { readonly type: "filter"; readonly where: Predicate }
  | { readonly type: "everything" };

/** @throws `invalid-input` unless exactly one thing is named. */
export function checkTarget(target: unknown, reach: Reach): CheckedTarget {
  const checked = toTarget(target);
  if (reach === "below" && (checked.type === "id" || checked.type === "key")) {
    throw new MemoryError(
      "invalid-input",
      'options.reach is for { filter } and { everything }; to name one record below, narrow the view with scope("…") first',
    );
  }
  return checked;
}

function toTarget(target: unknown): CheckedTarget {
  if (typeof target === "string") {
    return { type: "id", id: checkText(target, "target", MAX_NAME_LENGTH) };
  }
  checkMembers(target, "target", ["key", "filter", "everything"]);
  const named = Object.entries(target as object).filter(([, value]) => value !== undefined);
  const [name, value] = named.length === 1 ? (named[0] ?? []) : [];
  if (name === "key") return { type: "key", key: checkKey(value, "target.key") };
  if (name === "filter") return { type: "filter", where: parseFilter(value) };
  if (name === "everything" && value === true) return { type: "everything" };
  throw invalidInput("target", "an id, { key }, { filter } or { everything: true }", target);
}
