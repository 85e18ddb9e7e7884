import { checkInstant, checkMembers } from "../../internal/check/check.js";
import type { AsOf } from "../../model/record.js";

/**
 * A checked copy of what names a moment; without one, of now.
 * @throws `invalid-input` naming the member, what is allowed and what came.
 */
export function checkAsOf(asOf: unknown, name: string): AsOf {
  if (asOf === undefined) return {};
  checkMembers(asOf, name, ["knownAt", "validAt"]);
  const { knownAt, validAt } = asOf as AsOf;
  return {
    ...(knownAt === undefined ? {} : { knownAt: checkInstant(knownAt, `${name}.knownAt`) }),
    ...(validAt === undefined ? {} : { validAt: checkInstant(validAt, `${name}.validAt`) }),
  };
}
