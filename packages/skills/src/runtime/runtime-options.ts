import type { DispatchReport, Embedder, Memory, Reach, Schedule, SkillLog } from "@kioku/core";
import type { AnySkill, SkillPermissions } from "@kioku/core/toolkit";

/** Limits of the matching of triggers. */
export interface TriggerOptions {
  /** What a text has to reach, 0 to 1; higher wakes less. @defaultValue `0.6` */
  readonly threshold?: number | undefined;
  /** How much less is enough for a skill that was awake just now, 0 to 1. @defaultValue `0.05` */
  readonly hysteresis?: number | undefined;
  /** How long it counts as awake just now, in milliseconds. @defaultValue `60_000` */
  readonly awakeMs?: number | undefined;
  /** How long a skill stays asleep after it woke by meaning, in milliseconds. @defaultValue `0` */
  readonly cooldownMs?: number | undefined;
  /** How many skills one event may wake by meaning. @defaultValue `3` */
  readonly maxMatches?: number | undefined;
}

/** How changes of the memory become events. */
export interface MemoryEventOptions {
  /** Whether changes of scopes below the memory are heard, too. @defaultValue `"here"` */
  readonly reach?: Reach | undefined;
  /**
   * How often to look for what other processes wrote, in milliseconds, at least 100. Absent: at the
   * start only, and what this process writes is heard at once.
   */
  readonly pollMs?: number | undefined;
}

/** What `createSkillRuntime` takes. Only `memory` is needed. */
export interface SkillRuntimeOptions<S extends readonly AnySkill[] = readonly AnySkill[]> {
  /**
   * What the skills share. The runtime keeps its own notes in the scope `["skills"]` below it, and
   * does not close it.
   */
  readonly memory: Memory;
  /** Started in this order, stopped in the opposite one. @defaultValue none */
  readonly skills?: S | undefined;
  /** Embeds triggers and texts. @defaultValue the embedder of the memory */
  readonly embedder?: Embedder | undefined;
  /**
   * Name of this runtime among those of one memory: what was delivered is noted under it.
   * @defaultValue `"default"`
   */
  readonly name?: string | undefined;
  /**
   * What each skill is granted, by name; it gets what it asks for and this grants. The log warns of
   * what it asks for in vain.
   */
  readonly permissions?: Readonly<Record<string, SkillPermissions>> | undefined;
  /**
   * What skills are granted that `permissions` does not name. @defaultValue the defaults of
   * `SkillPermissions`
   */
  readonly defaultPermissions?: SkillPermissions | undefined;
  /** How long one call of a skill may take, in milliseconds. @defaultValue `30_000` */
  readonly timeoutMs?: number | undefined;
  /**
   * How long a skill that was aborted may take to stop until it is abandoned, in milliseconds.
   * @defaultValue `1_000`
   */
  readonly graceMs?: number | undefined;
  /**
   * How many calls from outside run at once, and how many of those that one call causes itself;
   * `maxFanOut` bounds them all.
   * @defaultValue `4`
   */
  readonly concurrency?: number | undefined;
  /** How many calls may wait for their turn; more are skipped. @defaultValue `1_000` */
  readonly maxWaiting?: number | undefined;
  /** How many skills may lead to each other in a row. @defaultValue `8` */
  readonly maxTrail?: number | undefined;
  /** How many calls of skills one event may cause in all, through all chains. @defaultValue `64` */
  readonly maxFanOut?: number | undefined;
  /** How texts wake skills. */
  readonly triggers?: TriggerOptions | undefined;
  /** How changes of the memory become events. Heard only while a skill listens for them. */
  readonly memoryEvents?: MemoryEventOptions | undefined;
  /**
   * Called with every report, those of changes of the memory and of events that skills emit
   * included.
   */
  readonly onReport?: ((report: DispatchReport) => void) | undefined;
  /** Where skills and the runtime write their log. @defaultValue silent */
  readonly log?: SkillLog | undefined;
  /** What time it is. @defaultValue the system's */
  readonly clock?: (() => Date) | undefined;
  /** Timers. @defaultValue the system's */
  readonly schedule?: Schedule | undefined;
  /** Ids of events. @defaultValue UUIDs */
  readonly generateId?: (() => string) | undefined;
}
