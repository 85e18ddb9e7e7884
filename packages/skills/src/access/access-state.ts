import type { Memory, MemoryEvents, Scope } from "@kioku/core";
import { memoryIdentity, isWithin, layersOf, scopeToPath } from "@kioku/core/toolkit";
import type { SkillPermissions } from "@kioku/core/toolkit";

import { Grants, type Access } from "./grants.js";

export interface AccessRules {
  readonly skill: string;
  /** Skills that led here, oldest first, without this one. */
  readonly causePath: readonly string[];
  /** Each of these has to allow a call. */
  readonly permissions: readonly SkillPermissions[];
  /** Aborts when the time of the skill is over. */
  readonly signal: AbortSignal;
  /** Counts writes. Throws `limit-exceeded`. */
  readonly countWrites: (records: number) => void;
  /** Called when a handler of an event of the memory rejected. */
  readonly onHandlerFailure: (event: keyof MemoryEvents) => void;
}

interface VisibleLayer {
  readonly memory: Memory;
  /** Returns true if the skill may see events of a scope in this layer. */
  readonly isVisible: (scope: Scope) => boolean;
}

/** The rules of one call of a skill, shared by all views that it makes. */
export class AccessState {
  readonly rules: AccessRules;
  readonly grants: Grants;
  /** The memory without the layers that the skill may not read; scopes below are made of it. */
  readonly narrowed: Memory;
  readonly #base: Scope;

  constructor(memory: Memory, rules: AccessRules) {
    this.rules = rules;
    this.grants = new Grants(rules.skill, rules.permissions);
    this.#base = memory.scopePath;
    this.narrowed = this.grants.allows("read", []) ? memory : layersOf(memory)[0];
  }

  /** Returns a scope of the first layer relative to the shared memory, if it is below it. */
  relative(scope: Scope): Scope | undefined {
    return isWithin(scope, this.#base) ? scope.slice(this.#base.length) : undefined;
  }

  /** Returns true if the skill may read or write this scope of the first layer. */
  may(access: Access, scope: Scope): boolean {
    const path = this.relative(scope);
    return path !== undefined && this.grants.allows(access, path);
  }

  /** Returns the layers of a view. Only the first one is visible below its own scope. */
  layersOf(view: Memory): readonly VisibleLayer[] {
    const layers = layersOf(view);
    const [first, ...others] = layers;
    const isShared = this.grants.allows("read", []);
    return layers.map((memory) => {
      const isOfFirst = isSame(memory, first);
      const beside = others.filter((one) => isShared && isSame(one, memory));
      const paths = new Set(beside.map(({ scopePath }) => scopeToPath(scopePath)));
      const isVisible = (scope: Scope): boolean =>
        (isOfFirst && this.may("read", scope)) || paths.has(scopeToPath(scope));
      return { memory, isVisible };
    });
  }
}

/** Returns true if two layers are views of one memory, so that a scope means the same in both. */
function isSame(one: Memory, other: Memory): boolean {
  return one === other || (memoryIdentity(one) ?? one) === memoryIdentity(other);
}
