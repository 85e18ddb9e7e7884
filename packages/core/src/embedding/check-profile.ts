import type { EmbedderProfile } from "../contracts/embedder.js";
import { checkMembers, checkNumber } from "../internal/check/check.js";
import { invalidInput } from "../internal/check/invalid-input.js";

/**
 * Refuses what says nothing of cosines.
 * @throws `invalid-input` naming the member, what is allowed and what came.
 */
export function checkProfile(profile: EmbedderProfile, name: string): void {
  checkMembers(profile, name, ["unrelated", "related", "meaningWeight"]);
  const { unrelated, related, meaningWeight } = profile;
  checkNumber(unrelated, `${name}.unrelated`, { min: -1, max: 1 });
  checkNumber(related, `${name}.related`, { min: -1, max: 1 });
  if (related <= unrelated) throw invalidInput(`${name}.related`, "more than unrelated", related);
  if (meaningWeight !== undefined) {
    checkNumber(meaningWeight, `${name}.meaningWeight`, { min: 0, max: 1 });
  }
}
