import type { Reach, Scope } from "../model/scope.js";
import type { SkillEventName } from "./skill-event.js";

/** A scope that is granted. */
export interface ScopeGrant {
  /** Relative to the shared memory; empty: the shared memory itself. */
  readonly path: Scope;
  /** With `below`, every scope under it is granted, too. @defaultValue `"here"` */
  readonly reach?: Reach | undefined;
}

/** Limits of what a skill writes. */
export interface WriteQuota {
  /** Records written within the time, at least 0; each of a batch counts. */
  readonly records: number;
  /** Length of the time, in milliseconds, more than 0. */
  readonly perMs: number;
}

/**
 * Permissions of a skill. Its own corner of the memory is always its own. Members that are left out
 * have their defaults.
 */
export interface SkillPermissions {
  /**
   * Scopes that it may read. @defaultValue `[{ path: [] }]`, the shared memory and no scope below
   * it
   */
  readonly read?: readonly ScopeGrant[] | undefined;
  /** Scopes that it may write. @defaultValue `[{ path: [] }]` */
  readonly write?: readonly ScopeGrant[] | undefined;
  /** Skills that it may call. @defaultValue `"any"` */
  readonly call?: "any" | readonly string[] | undefined;
  /** Events that it may emit. @defaultValue `"any"` */
  readonly emit?: "any" | readonly SkillEventName[] | undefined;
  /**
   * Most that it may write, its own corner included, counted by shared memory. @defaultValue any
   * number
   */
  readonly quota?: WriteQuota | undefined;
}
