import { MemoryError } from "@kioku/core";
import type { Scope } from "@kioku/core";

import type { Access } from "./grants.js";

/** Longest path that a message quotes, in characters. */
const MAX_SHOWN = 200;

/** What was refused. */
export interface Refusal {
  /** Name of the skill. */
  readonly skill: string;
  /** The verb that it called. */
  readonly verb: string;
  /** The grant that is missing. */
  readonly access: Access;
  /** Of the scope, relative to the shared memory. */
  readonly path: Scope;
  /** Whether scopes below were asked for. */
  readonly below: boolean;
}

/**
 * The error of a call that is not granted: it names the skill, the verb and the grant, and tells
 * nothing of what is there.
 */
export function notPermitted({ skill, verb, access, path, below }: Refusal): MemoryError {
  const quoted = JSON.stringify(path);
  const shown = quoted.length > MAX_SHOWN ? `${quoted.slice(0, MAX_SHOWN)}…` : quoted;
  const grant = `{ path: ${shown}${below ? ', reach: "below"' : ""} }`;
  return new MemoryError(
    "not-permitted",
    `skill ${JSON.stringify(skill)} may not call ${verb} there: its permissions lack a grant of ${access} for ${grant}`,
  );
}
