import type { Embedder, EmbedderProfile } from "../contracts/embedder.js";
import { checkDefined, number } from "../internal/check/check-options.js";
import {
  checkBoolean,
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  checkText,
  invalidInput,
} from "../internal/check/check.js";

const MAX_ID_LENGTH = 512;
const COUNT = number({ min: 1, integer: true });

/**
 * Refuses values that are no embedder.
 * @throws `invalid-input` naming the member, the allowed values and the given one.
 */
export function checkEmbedder(embedder: Embedder, name: string): void {
  checkMethods(embedder, name, ["embed"]);
  checkText(embedder.id, `${name}.id`, MAX_ID_LENGTH);
  const checks = {
    dimensions: COUNT,
    maxBatchSize: COUNT,
    maxBatchTokens: COUNT,
    maxConcurrency: COUNT,
    normalized: checkBoolean,
    profile: checkProfile,
    forget: checkFunction,
    close: checkFunction,
  };
  checkDefined(embedder, checks, `${name}.`);
}

/**
 * Refuses values that are no profile.
 * @throws `invalid-input` naming the member, the allowed values and the given one.
 */
export function checkProfile(profile: unknown, name: string): void {
  checkMembers(profile, name, ["unrelated", "related", "meaningWeight"]);
  const { unrelated, related, meaningWeight } = profile as EmbedderProfile;
  checkNumber(unrelated, `${name}.unrelated`, { min: -1, max: 1 });
  checkNumber(related, `${name}.related`, { min: -1, max: 1 });
  if (related <= unrelated) throw invalidInput(`${name}.related`, "more than unrelated", related);
  if (meaningWeight !== undefined) {
    checkNumber(meaningWeight, `${name}.meaningWeight`, { min: 0, max: 1 });
  }
}
