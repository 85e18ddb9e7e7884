import type { Memory, Scope } from "@kioku/core";
import { memoryIdentity, isWithin, layersOf, scopeToPath } from "@kioku/core/toolkit";

import { Grants } from "./grants.js";
import type { AccessRules } from "./permitted-memory.js";

/** One layer of a view. */
export interface SeenLayer {
  readonly memory: Memory;
  /** Whether the skill may see what this layer tells of a scope. */
  readonly maySee: (scope: Scope) => boolean;
}

/** The rules of one call of a skill, as all views that it makes keep to them. */
export class AccessState {
  readonly rules: AccessRules;
  readonly grants: Grants;
  /**
   * What scopes below the shared memory are made of: without the layers that the skill may not
   * read.
   */
  readonly narrowed: Memory;
  readonly #base: Scope;

  constructor(memory: Memory, rules: AccessRules) {
    this.rules = rules;
    this.grants = new Grants(rules.skill, rules.permissions);
    this.#base = memory.scopePath;
    this.narrowed = this.grants.allows("read", []) ? memory : layersOf(memory)[0];
  }

  /**
   * A scope of the first layer relative to the shared memory; `undefined` if it is not below it.
   */
  relative(scope: Scope): Scope | undefined {
    return isWithin(scope, this.#base) ? scope.slice(this.#base.length) : undefined;
  }

  /** Whether the skill may read this scope of the first layer. */
  mayRead(scope: Scope): boolean {
    const path = this.relative(scope);
    return path !== undefined && this.grants.allows("read", path);
  }

  /**
   * The layers of a view, the first one first. Of the first one the skill sees what it may read.
   * The scope of each other layer is a part of the shared memory itself; what is below it, or
   * beside it in the same store, is none.
   */
  layersOf(view: Memory): readonly SeenLayer[] {
    const layers = layersOf(view);
    const [first, ...others] = layers;
    const isShared = this.grants.allows("read", []);
    return layers.map((memory) => {
      const isOfFirst = isSame(memory, first);
      const beside = others.filter((one) => isShared && isSame(one, memory));
      const paths = new Set(beside.map(({ scopePath }) => scopeToPath(scopePath)));
      const maySee = (scope: Scope): boolean =>
        (isOfFirst && this.mayRead(scope)) || paths.has(scopeToPath(scope));
      return { memory, maySee };
    });
  }
}

/** Whether two layers are views of one memory, so that a scope means the same in both. */
function isSame(one: Memory, other: Memory): boolean {
  return one === other || (memoryIdentity(one) ?? one) === memoryIdentity(other);
}
