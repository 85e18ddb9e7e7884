import type { Logger, Memory, Schedule, Scope, TextModel } from "@kioku/core";

import type { MindEvents, MindOptions, MindTriggers } from "../api/mind.js";

/** Options that have defaults. */
type Defaulted = "kinds" | "keepShare" | "leaseMs" | "attempts" | "automatic" | "recall";

/** Options of a mind with defaults, for one scope. */
export interface MindHost extends Readonly<{
  [Name in Defaulted]: NonNullable<MindOptions[Name]>;
}> {
  /** The memory's own view of the scope; of layers the first one, which is written. */
  readonly memory: Memory;
  /** The same with its further layers, which are recalled but not consolidated. */
  readonly whole: Memory;
  readonly model: TextModel | undefined;
  readonly clock: () => Date;
  readonly schedule: Schedule;
  readonly triggers: { readonly [Name in keyof MindTriggers]-?: number };
  readonly tokensPerDay: number | undefined;
  readonly logger: Logger;
  /** Emits an event of this scope; errors of handlers are logged. */
  readonly emit: <E extends OwnMindEvent>(event: E, payload: MindEvents[E]) => void;
  /** Returns the host of another scope at or below the root of the mind. */
  readonly at: (memory: Memory) => MindHost;
}

/** Events that are the mind's own. */
export type OwnMindEvent = "consolidated" | "consolidation-failed" | "reminder";

/** Returns the host of a scope at or below that of another one. */
export function hostAt(host: MindHost, scope: Scope): MindHost {
  const [first, ...rest] = scope.slice(host.memory.scopePath.length);
  return first === undefined ? host : host.at(host.memory.scope(first, ...rest));
}
