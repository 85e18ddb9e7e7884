import type { Embedder, EmbedderProfile } from "../contracts/embedder.js";
import {
  checkBoolean,
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  checkText,
  invalidInput,
} from "../internal/check/check.js";

/** Longest id, in UTF-16 units. */
const MAX_ID_LENGTH = 512;
const COUNTS = ["dimensions", "maxBatchSize", "maxBatchTokens", "maxConcurrency"] as const;

/**
 * Refuses what is no embedder.
 * @throws `invalid-input` naming the member, what is allowed and what came.
 */
export function checkEmbedder(embedder: Embedder, name: string): void {
  checkMethods(embedder, name, ["embed"]);
  checkText(embedder.id, `${name}.id`, MAX_ID_LENGTH);
  for (const member of COUNTS) {
    const value = embedder[member];
    if (value !== undefined) checkNumber(value, `${name}.${member}`, { min: 1, integer: true });
  }
  const { normalized, profile } = embedder;
  if (normalized !== undefined) checkBoolean(normalized, `${name}.normalized`);
  if (profile !== undefined) checkProfile(profile, `${name}.profile`);
  for (const method of ["forget", "close"] as const) {
    if (embedder[method] !== undefined) checkFunction(embedder[method], `${name}.${method}`);
  }
}

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
