import type { Scope } from "@kioku/core";
import { isWithin, type ScopeGrant, type SkillPermissions } from "@kioku/core/toolkit";

export type Access = "read" | "write";

/** The scope below a shared memory for the corners of skills and the notes of the runtime. */
export const SKILLS_SCOPE = "skills";

/** The shared memory without scopes below it. */
const DEFAULT_GRANTS: readonly ScopeGrant[] = [{ path: [] }];

/**
 * The scopes that a skill may read and write, relative to the shared memory. Its corner,
 * `["skills", name]`, is its own. Other corners need a path that names their owner. `["skills"]`
 * itself, with the notes of the runtime, is never granted. The same holds below other scopes.
 */
export class Grants {
  readonly #skill: string;
  readonly #permissions: readonly SkillPermissions[];

  constructor(skill: string, permissions: readonly SkillPermissions[]) {
    this.#skill = skill;
    this.#permissions = permissions;
  }

  /** Returns true if all permissions allow this scope. */
  allows(access: Access, path: Scope): boolean {
    return this.#isOwn(path) || this.#all(access, (grant) => this.#covers(grant, path));
  }

  /** Returns true if all permissions allow this scope and those below it, without corners. */
  allowsBelow(access: Access, path: Scope): boolean {
    const covers = (grant: ScopeGrant): boolean =>
      grant.reach === "below" && this.#covers(grant, path);
    return this.#isOwn(path) || this.#all(access, covers);
  }

  #all(access: Access, covers: (grant: ScopeGrant) => boolean): boolean {
    return this.#permissions.every((one) => (one[access] ?? DEFAULT_GRANTS).some(covers));
  }

  #isOwn(path: Scope): boolean {
    return isWithin(path, [SKILLS_SCOPE, this.#skill]);
  }

  #covers({ path: granted, reach }: ScopeGrant, path: Scope): boolean {
    if (!isWithin(path, granted)) return false;
    if (reach !== "below" && path.length !== granted.length) return false;
    return path.every((element, index) => {
      if (element !== SKILLS_SCOPE) return true;
      const owner = path[index + 1];
      return owner !== undefined && (owner === this.#skill || granted.length > index + 1);
    });
  }
}

/** Returns true for the notes of a runtime and for corners of skills. */
export function isCorner(path: Scope): boolean {
  return path.includes(SKILLS_SCOPE);
}
