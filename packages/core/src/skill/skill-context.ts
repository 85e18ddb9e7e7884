import type { SetOptions } from "../memory/inputs.js";
import type { Memory } from "../memory/memory.js";
import type { RecalledMemory } from "../memory/recall-query.js";
import type { JsonValue } from "../model/json.js";
import type { DispatchReport, SkillEvent, SkillEventMap, SkillEventName } from "./skill-event.js";

/** Where a skill writes its log. */
export interface SkillLog {
  /** For whoever looks for a fault. */
  debug(message: string, data?: JsonValue): void;
  /** What the skill did. */
  info(message: string, data?: JsonValue): void;
  /** What is odd. */
  warn(message: string, data?: JsonValue): void;
  /** What failed. */
  error(message: string, data?: JsonValue): void;
}

/** What a skill remembers with. Made by `skillMemory`. */
export interface SkillMemory {
  /** Shared by every skill: what one writes, another finds by meaning. */
  readonly memory: Memory;
  /** This skill's own corner of it, which the others' searches do not see. */
  readonly state: Memory;
  /** The value that some skill keeps under this key in the shared memory. */
  memoryGet(key: string): Promise<JsonValue | undefined>;
  /** Keeps a value under a key of the shared memory; findable by meaning through key and value. */
  memorySet(key: string, value: JsonValue, options?: SetOptions): Promise<void>;
  /** What the shared memory knows about this, by meaning and keyword, best first. @defaultValue limit 5 */
  memorySearch(query: string, limit?: number): Promise<readonly RecalledMemory[]>;
  /** Keeps a value under a key, to be found by the meaning of `text`, or of key and value. */
  memorySetWithEmbedding(key: string, value: JsonValue, text?: string): Promise<void>;
}

/** All that a skill may touch. It has no other way in. */
export interface SkillContext extends SkillMemory {
  /** The skill's own name. */
  readonly skill: string;
  /** Aborts when the skill's time is over or the runtime stops. */
  readonly signal: AbortSignal;
  /** Where the skill writes its log. */
  readonly log: SkillLog;
  /** The event that woke it, if one did. */
  readonly event?: SkillEvent;
  /** Tells the other skills. Resolves when those that it woke are done. */
  emit<N extends SkillEventName>(name: N, data: SkillEventMap[N]): Promise<DispatchReport>;
  /** Runs another skill and returns what it returns. */
  call(skill: string, input: JsonValue): Promise<unknown>;
}
