import type { MemoryRecord } from "../model/record.js";
import type { SkillMatch } from "./skill-match.js";

/** Data of `message`. */
export interface MessageEventData {
  /** Text of the message. */
  readonly text: string;
  /** Who said it. */
  readonly role?: "user" | "assistant";
}

/** Data of `memory.remembered`. */
export interface RememberedEventData {
  /** The record as stored. */
  readonly record: MemoryRecord;
}

/** Data of `memory.forgotten`. */
export interface ForgottenEventData {
  /** Ids of what is gone. */
  readonly ids: readonly string[];
}

/**
 * Events that skills can hear. Add your own by declaration merging:
 * `declare module "@kioku/core" { interface SkillEventMap { "order.placed": { readonly orderId: string } } }`
 */
export interface SkillEventMap {
  /** Somebody said something; `text` is also what triggers are matched with. */
  message: MessageEventData;
  /** A memory was written. */
  "memory.remembered": RememberedEventData;
  /** Memories were forgotten. */
  "memory.forgotten": ForgottenEventData;
}

/** Name of an event. */
export type SkillEventName = keyof SkillEventMap;

/** One event on its way to the skills. */
export interface SkillEvent<N extends SkillEventName = SkillEventName> {
  /** Unique to this event; the same each time one change of the memory is delivered. */
  readonly id: string;
  /** Which event. */
  readonly name: N;
  /** Data of the event. */
  readonly data: SkillEventMap[N];
  /** When it was emitted. */
  readonly at: Date;
  /** Names of the skills that led here, oldest first. */
  readonly trail: readonly string[];
}

/**
 * Why a skill was woken: it listens for the event, or the event's text means what one of its
 * triggers says.
 */
export type SkillCause =
  | {
      /** The event that it listens for. */
      readonly event: SkillEventName;
    }
  | {
      /** The match by meaning that woke it. */
      readonly match: SkillMatch;
    };

/**
 * Outcome of a skill: `done`; `failed`: it threw, or its input or output did not fit; `timed-out`:
 * its time was over, and it stopped; `abandoned`: its time was over or it was aborted, and it did
 * not stop, so it is no longer waited for; `skipped`: a limit, a permission or an abort kept it
 * from running; `shortlisted`: it has instructions and no code, and a host may put them before a
 * model.
 */
export type SkillStatus = "done" | "failed" | "timed-out" | "abandoned" | "skipped" | "shortlisted";

/** Outcome of one skill for an event. */
export interface SkillOutcome {
  /** Name of the skill. */
  readonly skill: string;
  /** Why it was woken. */
  readonly why: SkillCause;
  /** Status at the end. */
  readonly status: SkillStatus;
  /** Value that it returned. */
  readonly output?: unknown;
  /** Why it is not `done`, as a `MemoryError`, or the reason of the signal that was aborted. */
  readonly error?: unknown;
  /** Duration by the runtime's clock, in milliseconds. */
  readonly durationMs: number;
}

/** Outcomes of an event; failures are reported here and never thrown at the emitter. */
export interface DispatchReport {
  /** The event. */
  readonly event: SkillEvent;
  /** One per call of a skill that it caused, in the order they were woken. */
  readonly outcomes: readonly SkillOutcome[];
  /**
   * Why nothing could be woken by meaning, such as an embedder that is down; absent where that went
   * well or was not needed.
   */
  readonly degraded?: string;
}
