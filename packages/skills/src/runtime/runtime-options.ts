import type { DispatchReport, Embedder, Memory, Reach, Schedule, SkillLog } from "@kioku/core";
import type { AnySkill, SkillPermissions } from "@kioku/core/toolkit";

/** Limits of the matching of triggers. */
export interface TriggerOptions {
  /** Score that a text has to reach, 0 to 1; higher wakes less. @defaultValue `0.5` */
  readonly threshold?: number | undefined;
  /** Discount on the threshold for a skill that is awake, 0 to 1. @defaultValue `0.05` */
  readonly hysteresis?: number | undefined;
  /** Time for which a skill that woke counts as awake, in milliseconds. @defaultValue `60_000` */
  readonly awakeMs?: number | undefined;
  /** Time for which a skill that woke by meaning sleeps, in milliseconds. @defaultValue `0` */
  readonly cooldownMs?: number | undefined;
  /** Most skills that one event wakes by meaning. @defaultValue `3` */
  readonly maxMatches?: number | undefined;
}

/** Options of the events of the memory. */
export interface MemoryEventOptions {
  /** `"below"` to include changes of scopes below the memory. @defaultValue `"here"` */
  readonly reach?: Reach | undefined;
  /**
   * Interval of the look-ups of what other processes wrote, in milliseconds, at least 100. Absent:
   * only at the start. What this process writes comes at once in any case.
   */
  readonly pollMs?: number | undefined;
}

/** Options of `createSkillRuntime`. Only `memory` is needed. */
export interface SkillRuntimeOptions<S extends readonly AnySkill[] = readonly AnySkill[]> {
  /**
   * The memory that the skills share. The runtime keeps its notes in the scope `["skills"]` below
   * it, and does not close it.
   */
  readonly memory: Memory;
  /** Skills, started in this order and stopped in the opposite one. @defaultValue none */
  readonly skills?: S | undefined;
  /** Embeds triggers and texts. @defaultValue the embedder of the memory */
  readonly embedder?: Embedder | undefined;
  /**
   * Name of this runtime among those of one memory. Deliveries are noted under it, so the log warns
   * of two that follow the memory under one name.
   * @defaultValue `"default"`
   */
  readonly name?: string | undefined;
  /**
   * Grants of each skill, by name. A skill may do what it asks for and this grants. The log warns
   * of requests that are not granted.
   */
  readonly permissions?: Readonly<Record<string, SkillPermissions>> | undefined;
  /**
   * Grants of the skills that `permissions` does not name.
   * @defaultValue the defaults of `SkillPermissions`
   */
  readonly defaultPermissions?: SkillPermissions | undefined;
  /** Time limit of one call of a skill, in milliseconds. @defaultValue `30_000` */
  readonly timeoutMs?: number | undefined;
  /**
   * Time from the abort of a skill until it is abandoned, in milliseconds.
   * @defaultValue `1_000`
   */
  readonly graceMs?: number | undefined;
  /**
   * Most calls from outside that run at once, and most of those that one call causes itself.
   * `maxFanOut` bounds them all.
   * @defaultValue `4`
   */
  readonly concurrency?: number | undefined;
  /** Most calls that wait for their turn; more are skipped. @defaultValue `1_000` */
  readonly maxWaiting?: number | undefined;
  /** Most skills that lead to each other in a row. @defaultValue `8` */
  readonly maxTrail?: number | undefined;
  /** Most calls of skills that one event causes in all. @defaultValue `64` */
  readonly maxFanOut?: number | undefined;
  /** Limits of the matching of triggers. */
  readonly triggers?: TriggerOptions | undefined;
  /** Events of changes of the memory, which come only while a skill listens for them. */
  readonly memoryEvents?: MemoryEventOptions | undefined;
  /** Called with every report, also of changes of the memory and of events that skills emit. */
  readonly onReport?: ((report: DispatchReport) => void) | undefined;
  /** Log of the skills and the runtime. @defaultValue silent */
  readonly log?: SkillLog | undefined;
  /** Clock. @defaultValue the system's */
  readonly clock?: (() => Date) | undefined;
  /** Timers. @defaultValue the system's */
  readonly schedule?: Schedule | undefined;
  /** Makes ids of events. @defaultValue UUIDs */
  readonly generateId?: (() => string) | undefined;
}
