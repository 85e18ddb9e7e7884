import { layer, MemoryError } from "@kioku/core";
import type { CallOptions, Memory, Scope, WriteOptions } from "@kioku/core";
import { checkObject, checkText, invalidInput, layersOf, unlessAborted } from "@kioku/core/toolkit";

import type { AccessState } from "./access-state.js";
import { markCause, MAX_CAUSE_LENGTH } from "./cause-mark.js";
import type { Access } from "./grants.js";
import { scopesBelow } from "./scopes-below.js";

/** Longest path that an error quotes, in characters. */
const MAX_SHOWN = 200;

/** A verb that reads or writes a scope. */
export type GuardedVerb = Exclude<keyof Memory, "scopePath" | "scope">;

/** The grant that each verb needs. A verb that is new in core does not compile until it is here. */
export const VERB_ACCESS: Readonly<Record<GuardedVerb, Access>> = {
  remember: "write",
  rememberAll: "write",
  recall: "read",
  context: "read",
  set: "write",
  get: "read",
  read: "read",
  update: "write",
  forget: "write",
  erase: "write",
  markUsed: "write",
  surface: "read",
  list: "read",
  history: "read",
  scopes: "read",
  export: "read",
  import: "write",
  on: "read",
};

interface VerbUse {
  readonly verb: GuardedVerb;
  readonly below?: boolean;
  /** True if a verb that writes also tells what is there. */
  readonly tells?: boolean;
}

export interface GuardedCall<O> extends VerbUse {
  readonly options: O;
  readonly writes?: number;
}

export type Guarded<O> = O & { readonly signal: AbortSignal };

/** Keeps the calls of one view within the rules. */
export class Guard {
  readonly memory: Memory;
  readonly state: AccessState;
  /** Path of the view, relative to the shared memory. */
  readonly path: Scope;

  constructor(memory: Memory, state: AccessState) {
    this.memory = memory;
    this.state = state;
    this.path = state.relative(memory.scopePath) ?? [];
  }

  get mayRead(): boolean {
    return this.state.grants.allows("read", this.path);
  }

  /** Throws `not-permitted` if a grant is missing. */
  require({ verb, below = false, tells = false }: VerbUse): void {
    const { grants } = this.state;
    const { path } = this;
    const own = VERB_ACCESS[verb];
    const needed: readonly Access[] = tells && own === "write" ? [own, "read"] : [own];
    for (const access of needed) {
      const isGranted = below ? grants.allowsBelow(access, path) : grants.allows(access, path);
      if (!isGranted) throw this.#notPermitted(verb, access, { path, below });
    }
  }

  /** Makes a call within the time and the grants of the skill. Writes are counted and marked. */
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

  /** Combines the signal of the rules with that of a call. */
  combine(signal: unknown): CombinedSignal {
    if (signal !== undefined && !(signal instanceof AbortSignal)) {
      throw invalidInput("options.signal", "an AbortSignal", signal);
    }
    return combineSignals(this.state.rules.signal, signal);
  }

  /** Returns a view of this scope, and if wanted of those below that the skill may read. */
  async readView(below: boolean, { signal }: Guarded<object>): Promise<Memory> {
    if (!below) return this.memory;
    const isAllowed = (scope: Scope): boolean => this.state.may("read", scope);
    const options = { signal, isAllowed, ever: false };
    const [, ...others] = await scopesBelow(layersOf(this.memory)[0], options);
    return layer(this.memory, ...others);
  }

  /** Returns views of this scope and those below that the skill may write. */
  async writeViews({ signal }: Guarded<object>, ever: boolean): Promise<readonly Memory[]> {
    const isAllowed = (scope: Scope): boolean => this.state.may("write", scope);
    return scopesBelow(layersOf(this.memory)[0], { signal, isAllowed, ever });
  }

  /** Counts an imported record, whose scope needs both grants: the report tells what was there. */
  countImported(scope: Scope): void {
    const { grants, rules } = this.state;
    const path = [...this.path, ...scope];
    for (const access of ["write", "read"] as const) {
      if (!grants.allows(access, path)) throw this.#notPermitted("import", access, { path });
    }
    rules.countWrites(1);
  }

  /** Refuses the event `operation`, which tells of calls of others. */
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

  /** Makes the error of a call that is not granted. It says nothing of what is there. */
  #notPermitted(
    verb: GuardedVerb,
    access: Access,
    { path, below = false }: { readonly path: Scope; readonly below?: boolean },
  ): MemoryError {
    const quoted = JSON.stringify(path);
    const shown = quoted.length > MAX_SHOWN ? `${quoted.slice(0, MAX_SHOWN)}…` : quoted;
    const grant = `{ path: ${shown}${below ? ', reach: "below"' : ""} }`;
    return new MemoryError(
      "not-permitted",
      `skill ${JSON.stringify(this.state.rules.skill)} may not call ${verb} there: its permissions lack a grant of ${access} for ${grant}`,
    );
  }
}

interface CombinedSignal {
  readonly signal: AbortSignal;
  /** Removes the listeners from the other signals. */
  readonly release: () => void;
}

/** Combines two signals. Unlike `AbortSignal.any`, it leaves no listener behind once released. */
function combineSignals(first: AbortSignal, second?: AbortSignal): CombinedSignal {
  if (second === undefined || second === first) return { signal: first, release: () => undefined };
  const controller = new AbortController();
  const release = (): void => {
    first.removeEventListener("abort", abort);
    second.removeEventListener("abort", abort);
  };
  const abort = (): void => {
    release();
    controller.abort(first.aborted ? first.reason : second.reason);
  };
  if (first.aborted || second.aborted) abort();
  else {
    first.addEventListener("abort", abort);
    second.addEventListener("abort", abort);
  }
  return { signal: controller.signal, release };
}
