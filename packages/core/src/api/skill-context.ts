import type { JsonValue } from "../model/json.js";
import type { SetOptions } from "./inputs.js";
import type { Memory } from "./memory.js";
import type { RecalledMemory, RecallQuery } from "./recall-query.js";
import type { DispatchReport, SkillEvent, SkillEventMap, SkillEventName } from "./skill-event.js";
import type { SkillMatch } from "./skill-match.js";

/** Where a skill writes its log. */
export interface SkillLog {
  /** For whoever looks for a fault. */
  debug(message: string, data?: JsonValue): void;
  /** Logs a step of the skill. */
  info(message: string, data?: JsonValue): void;
  /** Logs something odd. */
  warn(message: string, data?: JsonValue): void;
  /** Logs a failure. */
  error(message: string, data?: JsonValue): void;
}

/** Options of `memorySearch`. */
export type SkillSearchOptions = Omit<RecallQuery, "query">;

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
  /**
   * Searches the shared memory by meaning and keyword, best first. Takes a limit, or the options of
   * `recall`: `{ kinds: ["entry"], minScore: 0.3 }` finds only entries that skills keep under keys.
   * @defaultValue limit 5
   */
  readonly memorySearch: (
    query: string,
    options?: number | SkillSearchOptions,
  ) => Promise<readonly RecalledMemory[]>;
  /** Keeps a value under a key, to be found by the meaning of `text`, or of key and value. */
  readonly memorySetWithEmbedding: (key: string, value: JsonValue, text?: string) => Promise<void>;
}

/**
 * All that a skill may touch. It has no other way in. It is of use until the call that it is for is
 * over, that of `start` until the skill has stopped; from then on it refuses everything with
 * `closed`. What a skill begins with it and does not wait for is finished within the time of the
 * call.
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
  /**
   * Tells the other skills. Resolves when those that it woke are done. Names that begin with
   * `memory.` are for the memory alone.
   */
  readonly emit: <N extends SkillEventName>(
    name: N,
    data: SkillEventMap[N],
  ) => Promise<DispatchReport>;
  /** Runs another skill and returns what it returns. */
  readonly call: (skill: string, input: JsonValue) => Promise<unknown>;
}
