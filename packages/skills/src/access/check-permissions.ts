import { MemoryError, type Reach, type SkillEventName } from "@kioku/core";
import {
  checkMembers,
  checkNumber,
  checkOneOf,
  checkScope,
  checkText,
  invalidInput,
} from "@kioku/core/toolkit";
import type { ScopeGrant, SkillPermissions, WriteQuota } from "@kioku/core/toolkit";

import { MAX_NAME_LENGTH } from "../limits.js";
import { SKILLS_SCOPE } from "./grants.js";

const MAX_GRANTS = 1_000;
const MAX_NAMES = 10_000;
/** Longest time of a quota: 366 days, in milliseconds. */
const MAX_QUOTA_MS = 366 * 86_400_000;

/** Checks permissions and returns a frozen copy. @throws `invalid-input` naming the member. */
export function checkPermissions(value: unknown, name: string): SkillPermissions {
  checkMembers(value, name, ["read", "write", "call", "emit", "quota"]);
  const { read, write, call, emit, quota } = value as SkillPermissions;
  return Object.freeze({
    ...(read === undefined ? {} : { read: checkGrants(read, `${name}.read`) }),
    ...(write === undefined ? {} : { write: checkGrants(write, `${name}.write`) }),
    ...(call === undefined ? {} : { call: checkNames(call, `${name}.call`) }),
    // Event names are open: authors declare their own.
    ...(emit === undefined
      ? {}
      : { emit: checkNames(emit, `${name}.emit`) as "any" | readonly SkillEventName[] }),
    ...(quota === undefined ? {} : { quota: checkQuota(quota, `${name}.quota`) }),
  });
}

function checkGrants(value: unknown, name: string): readonly ScopeGrant[] {
  return Object.freeze(
    checkList(value, name, MAX_GRANTS).map((grant, index) => {
      return checkGrant(grant, `${name}[${index}]`);
    }),
  );
}

function checkGrant(value: unknown, name: string): ScopeGrant {
  checkMembers(value, name, ["path", "reach"]);
  const { path, reach } = value as ScopeGrant;
  const checked = Object.freeze(checkScope(path, `${name}.path`));
  if (checked.at(-1) === SKILLS_SCOPE) {
    throw new MemoryError(
      "invalid-input",
      `${name}.path must name whose corner is granted, as in ["skills", "other"]: what ends in "skills" is a runtime's`,
    );
  }
  if (reach === undefined) return Object.freeze({ path: checked });
  const reaches = checkOneOf<Reach>(reach, `${name}.reach`, ["here", "below"]);
  return Object.freeze({ path: checked, reach: reaches });
}

function checkNames(value: unknown, name: string): "any" | readonly string[] {
  if (value === "any") return value;
  if (typeof value === "string") throw invalidInput(name, '"any" or a list of names', value);
  return Object.freeze(
    checkList(value, name, MAX_NAMES).map((one, index) => {
      return checkText(one, `${name}[${index}]`, MAX_NAME_LENGTH);
    }),
  );
}

function checkQuota(value: unknown, name: string): WriteQuota {
  checkMembers(value, name, ["records", "perMs"]);
  const { records, perMs } = value as WriteQuota;
  return Object.freeze({
    records: checkNumber(records, `${name}.records`, { min: 0, integer: true }),
    perMs: checkNumber(perMs, `${name}.perMs`, { above: 0, max: MAX_QUOTA_MS }),
  });
}

function checkList(value: unknown, name: string, most: number): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidInput(name, "a list", value);
  if (value.length > most) throw invalidInput(name, `a list of at most ${most}`, value);
  // `map` would skip holes.
  return Array.from(value as readonly unknown[]);
}
