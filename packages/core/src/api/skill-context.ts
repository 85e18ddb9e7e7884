import type { JsonValue } from "../model/record.js";
import type { ForgottenEvent, RememberedEvent } from "./events.js";
import type { SetOptions } from "./inputs.js";
import type { Memory } from "./memory.js";
import type { Recalled, RecallQuery } from "./queries.js";

/** Where a skill writes its log. */
export type SkillLog = Readonly<
  Record<"debug" | "info" | "warn" | "error", (message: string, data?: JsonValue) => void>
>;

/** Options of `memorySearch`. */
export type SkillSearchOptions = Omit<RecallQuery, "query">;

/** Options of `memorySetWithEmbedding`. */
export interface SkillEntryOptions extends Omit<SetOptions, "index"> {
  /** Text to find the entry by. @defaultValue its key and value */
  readonly text?: string | undefined;
}

/** Memory of a skill, as functions that may be destructured. Made by `skillMemory`. */
export interface SkillMemory {
  /** Shared by every skill: what one writes, another finds by meaning. */
  readonly memory: Memory;
  /** This skill's own corner of it, which the others' searches do not see. */
  readonly state: Memory;
  /** The value that some skill keeps under this key in the shared memory. */
  readonly memoryGet: (key: string) => Promise<JsonValue | undefined>;
  /** Keeps a value under a key of the shared memory; findable by meaning through key and value. */
  readonly memorySet: (key: string, value: JsonValue, options?: SetOptions) => Promise<void>;
  /** Searches the shared memory. @defaultValue limit 5 and `minScore` 0: the best that there is */
  readonly memorySearch: (query: string, given?: number | SkillSearchOptions) => Promise<Recalled>;
  /** Keeps a value under a key, to be found by the meaning of a text, or of key and value. */
  readonly memorySetWithEmbedding: (
    key: string,
    value: JsonValue,
    given?: string | SkillEntryOptions,
  ) => Promise<void>;
}

/**
 * The only access of a skill to anything. After its call (of `start`: after the skill has stopped)
 * everything rejects with `closed`. Work that it does not await ends within the time of the call.
 */
export interface SkillContext extends SkillMemory {
  /** The skill's own name. */
  readonly skill: string;
  /** Aborts when the skill's time is over or the runtime stops. */
  readonly signal: AbortSignal;
  /** Where the skill writes its log. */
  readonly log: SkillLog;
  /** The event that woke it, if one did. */
  readonly event?: SkillEvent;
  /** The match by meaning that woke it, if one did. */
  readonly match?: SkillMatch;
  /** Returns the time of the runtime's clock. */
  readonly now: () => Date;
  /** Emits an event. Resolves when the skills it woke are done. `memory.…` is reserved. */
  readonly emit: <N extends SkillEventName>(
    name: N,
    data: SkillEventMap[N],
  ) => Promise<DispatchReport>;
  /** Runs another skill and returns what it returns. */
  readonly call: (skill: string, input: JsonValue) => Promise<unknown>;
  /** Ends the call as failed, with a reason that callers and models may read. */
  readonly fail: (reason: string) => never;
}

/** Data of `message`. */
export interface MessageEventData {
  /** Text of the message. */
  readonly text: string;
  /** Who said it. */
  readonly role?: "user" | "assistant";
}

/**
 * Events of skills. Add your own by declaration merging: `declare module "@kioku/core" { interface
 * SkillEventMap { "order.placed": { readonly orderId: string } } }`
 */
export interface SkillEventMap {
  /** Somebody said something; `text` is also what triggers are matched with. */
  message: MessageEventData;
  /** A memory was written. */
  "memory.remembered": Pick<RememberedEvent, "record">;
  /** Memories were forgotten. */
  "memory.forgotten": Pick<ForgottenEvent, "ids">;
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
 * Why a skill wakes or not. `stays-awake`: fits a little less, but was just awake; `follow-up`: a
 * text that refers to it; `chosen`: by `emit`; `near-chance`: as unrelated texts; `negated`: as a
 * counterexample; `no-command`: no request; `ambiguous`: others fit as well; `outranked`: better.
 */
export type WakeReason =
  | "fits"
  | "stays-awake"
  | "follow-up"
  | "chosen"
  | "below-threshold"
  | "near-chance"
  | "negated"
  | "no-command"
  | "ambiguous"
  | "outranked"
  | "cooling-down";

/** Match of a text with the triggers of a skill. */
export interface SkillMatch {
  /** Name of the skill. */
  readonly skill: string;
  /** 0 to 1, more is better, on a scale that means the same for every embedder. */
  readonly score: number;
  /** Score that wakes it. */
  readonly threshold: number;
  /** The example that fits best. */
  readonly trigger: string;
  /** True if the text would wake it now. */
  readonly wakes: boolean;
  /** Why. */
  readonly reason: WakeReason;
  /** The counterexample that fits best, where that is why it does not wake. */
  readonly counterexample?: string;
  /** Names of the other skills that fit as well, where it is `ambiguous`. */
  readonly rivals?: readonly string[];
  /** The part of the text that it fits, where other parts wake others. */
  readonly part?: string;
}

/** Cause of a skill's wake-up: an event that it listens for, or a match by meaning. */
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
 * Outcome of a skill. `failed`: it threw, or its input or output did not fit; `timed-out`: it
 * stopped late; `abandoned`: it did not stop; `skipped`: by a limit, a permission or an abort;
 * `ambiguous`: others fit as well; `shortlisted`: a model has to read it or complete its input.
 */
export type SkillStatus =
  | "done"
  | "failed"
  | "timed-out"
  | "abandoned"
  | "skipped"
  | "ambiguous"
  | "shortlisted";

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
  /** Members of its input that the text named, where it is `shortlisted` with code. */
  readonly input?: Readonly<Record<string, unknown>>;
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
  /** Why skills could not be woken by meaning, such as an embedder that is down. */
  readonly degraded?: string;
}
