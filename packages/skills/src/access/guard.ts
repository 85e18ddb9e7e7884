import { layer, MemoryError } from "@kioku/core";
import type { CallOptions, Memory, Scope, WriteOptions } from "@kioku/core";
import { checkObject, checkText, invalidInput, layersOf, unlessAborted } from "@kioku/core/toolkit";

import type { AccessState } from "./access-state.js";
import { combineSignals } from "./combine-signals.js";
import type { CombinedSignal } from "./combine-signals.js";
import type { Access } from "./grants.js";
import { notPermitted } from "./not-permitted.js";
import { scopesBelow } from "./scopes-below.js";
import { markCause, MAX_CAUSE_LENGTH } from "./trail-mark.js";
import { VERB_ACCESS } from "./verb-access.js";
import type { GuardedVerb } from "./verb-access.js";

/** What a verb asks for. */
export interface Asked {
  readonly verb: GuardedVerb;
  /** Whether it reaches below. */
  readonly below?: boolean;
  /** Whether a verb that writes also tells what is there. */
  readonly tells?: boolean;
}

/** A call of a verb. */
export interface GuardedCall<O> extends Asked {
  readonly options: O;
  /** How many writes it counts as. */
  readonly writes?: number;
}

/** Options of a call that is within the rules. */
export type Guarded<O> = O & { readonly signal: AbortSignal };

/** Keeps the calls of one view within the rules. */
export class Guard {
  readonly memory: Memory;
  readonly state: AccessState;
  /** Of the view, relative to the shared memory. */
  readonly path: Scope;

  constructor(memory: Memory, state: AccessState) {
    this.memory = memory;
    this.state = state;
    this.path = state.relative(memory.scopePath) ?? [];
  }

  /** Whether the skill may read what is in this scope. */
  get mayRead(): boolean {
    return this.state.grants.allows("read", this.path);
  }

  /** @throws `not-permitted` for what is not granted. */
  require({ verb, below = false, tells = false }: Asked): void {
    const { grants, rules } = this.state;
    const { path } = this;
    const own = VERB_ACCESS[verb];
    const needed: readonly Access[] = tells && own === "write" ? [own, "read"] : [own];
    for (const access of needed) {
      const isGranted = below ? grants.allowsBelow(access, path) : grants.allows(access, path);
      if (!isGranted) throw notPermitted({ skill: rules.skill, verb, access, path, below });
    }
  }

  /** Makes a call: while the skill has time, with its grants, counted, and marked if it writes. */
  async call<T, O extends CallOptions>(
    call: GuardedCall<O>,
    run: (options: Guarded<O>) => Promise<T>,
  ): Promise<T> {
    const { rules } = this.state;
    rules.signal.throwIfAborted();
    checkObject(call.options, "options");
    const own = { ...call.options };
    this.require(call);
    const authorship = VERB_ACCESS[call.verb] === "write" ? this.#authorship(own) : {};
    const { signal, release } = this.combine(own.signal);
    try {
      signal.throwIfAborted();
      if (call.writes !== undefined && call.writes > 0) rules.countWrites(call.writes);
      return await unlessAborted(run({ ...own, ...authorship, signal }), signal);
    } finally {
      release();
    }
  }

  /** The signal of the rules together with that of a call. */
  combine(signal: unknown): CombinedSignal {
    if (signal !== undefined && !(signal instanceof AbortSignal)) {
      throw invalidInput("options.signal", "an AbortSignal", signal);
    }
    return combineSignals(this.state.rules.signal, signal);
  }

  /** What answers a question: this scope, or it and those below that may be read as one. */
  async asked(below: boolean, { signal }: { readonly signal: AbortSignal }): Promise<Memory> {
    if (!below) return this.memory;
    const isAllowed = (scope: Scope): boolean => this.state.mayRead(scope);
    const [, ...others] = await scopesBelow(layersOf(this.memory)[0], {
      signal,
      isAllowed,
      ever: false,
    });
    return layer(this.memory, ...others);
  }

  /** This scope and those below that may be written. */
  async written(
    { signal }: { readonly signal: AbortSignal },
    ever: boolean,
  ): Promise<readonly Memory[]> {
    const { state } = this;
    const isAllowed = (scope: Scope): boolean => {
      const path = state.relative(scope);
      return path !== undefined && state.grants.allows("write", path);
    };
    return scopesBelow(layersOf(this.memory)[0], { signal, isAllowed, ever });
  }

  /**
   * Counts a record that is imported.
   * @throws `not-permitted` for a scope, relative to the view, that the skill may not write and
   *   read: the report tells what was there.
   */
  takeInto(scope: Scope): void {
    const { grants, rules } = this.state;
    const { skill } = rules;
    const path = [...this.path, ...scope];
    for (const access of ["write", "read"] as const) {
      if (grants.allows(access, path)) continue;
      throw notPermitted({ skill, verb: "import", access, path, below: false });
    }
    rules.countWrites(1);
  }

  /** @throws `not-permitted`: the event tells of calls of others, whatever is granted. */
  refuseOperations(): never {
    const skill = JSON.stringify(this.state.rules.skill);
    throw new MemoryError(
      "not-permitted",
      `skill ${skill} may not listen to "operation": it counts what calls of others found, and no grant is for that`,
    );
  }

  #authorship({ cause }: WriteOptions): WriteOptions {
    const { rules } = this.state;
    if (cause !== undefined) checkText(cause, "options.cause", MAX_CAUSE_LENGTH);
    return { actor: rules.skill, cause: markCause(rules, cause) };
  }
}
