import type { MemoryRecord } from "../model/record.js";

/** Data of `message`. */
export interface MessageEventData {
  /** What was said. */
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
  /** Unique to this event. */
  readonly id: string;
  /** Which event. */
  readonly name: N;
  /** What the event says. */
  readonly data: SkillEventMap[N];
  /** When it was emitted. */
  readonly at: Date;
  /** Names of the skills that led here, oldest first. */
  readonly trail: readonly string[];
}

/** What one skill made of an event. */
export interface SkillOutcome {
  /** Name of the skill. */
  readonly skill: string;
  /** How it ended; `skipped`: a limit kept it from running. */
  readonly status: "done" | "failed" | "timed-out" | "skipped";
  /** What it returned. */
  readonly output?: unknown;
  /** What it threw. */
  readonly error?: unknown;
  /** How long it ran, in milliseconds. */
  readonly durationMs: number;
}

/** What became of an event: never thrown at the one who emitted it. */
export interface DispatchReport {
  /** The event. */
  readonly event: SkillEvent;
  /** One per skill that it woke, in the order they were woken. */
  readonly outcomes: readonly SkillOutcome[];
}
