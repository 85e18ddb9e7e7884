import type { Scope } from "@kioku/core";
import { isWithin } from "@kioku/core/toolkit";
import type { ScopeGrant, SkillPermissions } from "@kioku/core/toolkit";

/** What a grant is for. */
export type Access = "read" | "write";

/** The scope of a shared memory that has the corners of skills and the notes of the runtime. */
export const SKILLS_SCOPE = "skills";

/** The shared memory and no scope below it. */
const DEFAULT_GRANTS: readonly ScopeGrant[] = [{ path: [] }];

/**
 * Which scopes a skill may read and write. Paths are relative to the shared memory.
 *
 * Its own corner, `["skills", name]`, and all below it is always its own. What else is in
 * `["skills"]` is granted only by a grant whose path names whose corner it is; `["skills"]` itself,
 * where the runtime keeps its notes, by none. The same holds below other scopes, which may be
 * shared memories themselves: `[…, "skills", x]` needs a grant whose path has that `x` in it,
 * unless x is the skill itself, and `[…, "skills"]` is granted by none.
 */
export class Grants {
  readonly #skill: string;
  readonly #permissions: readonly SkillPermissions[];

  constructor(skill: string, permissions: readonly SkillPermissions[]) {
    this.#skill = skill;
    this.#permissions = permissions;
  }

  /** Whether all permissions allow this scope. */
  allows(access: Access, path: Scope): boolean {
    return this.#isOwn(path) || this.#all(access, (grant) => this.#covers(grant, path));
  }

  /**
   * Whether all permissions allow this scope and those below it, as far as they are not corners of
   * others.
   */
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

/** Whether a scope is, or is below, one named `skills`: the notes of a runtime, or a corner. */
export function isCorner(path: Scope): boolean {
  return path.includes(SKILLS_SCOPE);
}
