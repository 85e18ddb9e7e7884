import type {
  CallOptions,
  DispatchReport,
  JsonValue,
  Memory,
  SkillEventMap,
  SkillEventName,
} from "@kioku/core";
import type { AnySkill, SkillMatch } from "@kioku/core/toolkit";
import type { StandardSchemaV1 } from "@standard-schema/spec";

/** Options of calls of skills. */
export interface SkillCallOptions extends CallOptions {
  /**
   * The memory that the skills share in this call, such as that of one user:
   * `root.scope("acme", "user-42")`. Cooldowns and quotas are counted by memory.
   * @defaultValue the memory of the runtime
   */
  readonly memory?: Memory | undefined;
}

/** Options of `emit`. */
export interface EmitOptions extends SkillCallOptions {
  /** Skill that its user chose of `ambiguous` ones: it wakes, and no other by meaning. */
  readonly choose?: string | undefined;
}

/** Options of `match`. */
export interface MatchOptions extends SkillCallOptions {
  /** Most matches, 1 to 1,000. @defaultValue 10 */
  readonly limit?: number | undefined;
  /** Threshold instead of those of the triggers, 0 to 1. */
  readonly threshold?: number | undefined;
  /** The event whose triggers take part. @defaultValue `"message"` */
  readonly event?: SkillEventName | undefined;
  /** True to include skills that would not wake, with the reason. @defaultValue `false` */
  readonly explain?: boolean | undefined;
}

/** Options of `catalog`. */
export interface CatalogOptions extends CallOptions {
  /** Only the skills nearest to this text, nearest first. @defaultValue all, by name */
  readonly for?: string | undefined;
  /** Most skills, 1 to 1,000. @defaultValue 20 with `for`, else all */
  readonly limit?: number | undefined;
}

/** Options of `searchSkills`. */
export interface SkillSearchCall extends CallOptions {
  /** Most skills, 1 to 1,000. @defaultValue 5 */
  readonly limit?: number | undefined;
}

/** A skill that a search found. */
export interface SkillHit {
  /** Name of the skill. */
  readonly name: string;
  /** Its description. */
  readonly description: string;
  /** Relevance, 0 to 1, by words and meaning. */
  readonly score: number;
}

/** One file of a skill. */
export interface SkillAsset {
  /** Its bytes. */
  readonly bytes: Uint8Array;
  /** Media type by the ending of its name, such as `image/png`. */
  readonly mediaType: string;
}

type NamesOf<S extends readonly AnySkill[]> = S[number]["name"];
type Named<S extends readonly AnySkill[], N extends string> =
  string extends NamesOf<S> ? AnySkill : Extract<S[number], { readonly name: N }>;
/** Input of `run` of a skill. */
export type SkillInput<S> = S extends {
  /** Schema of the input. */
  readonly input?: StandardSchemaV1<infer Given, unknown> | undefined;
}
  ? unknown extends Given
    ? JsonValue
    : Given
  : JsonValue;
/** Output of `run` of a skill. */
export type SkillOutput<S> = S extends {
  /** Returns the output. */
  run?(...given: never[]): infer Output;
}
  ? LastOf<Awaited<Output>>
  : unknown;
type LastOf<Output> =
  Output extends AsyncGenerator<infer Part, infer Last>
    ? [Exclude<Last, void>] extends [never]
      ? Part
      : LastOf<Exclude<Last, void>>
    : Output extends AsyncIterable<infer Part>
      ? Part
      : Output;

/** A runtime of any skills: wakes them, bounds their calls and reports the outcomes. */
export interface AnySkillRuntime extends AsyncDisposable {
  /** The skills that are registered, by name, in the order they were started. */
  readonly skills: ReadonlyMap<string, AnySkill>;
  /**
   * Starts more skills, in order, all or none.
   * @throws `conflict` for a name that is taken; `invalid-input` for an invalid skill;
   *   `skill-failed` if one does not start.
   */
  register(...skills: readonly AnySkill[]): Promise<void>;
  /** Aborts the calls of a skill, stops it and removes it. False if there is none of the name. */
  unregister(name: string): Promise<boolean>;
  /**
   * Runs one skill: checks the input, gives it a context, bounds its time, checks the output.
   * @throws `not-found`: there is no such skill; `invalid-input`: it has no `run`, or the input
   *   does not fit its schema; `skill-failed`: it threw, which is the `cause`, or its output does
   *   not fit its schema; `skill-timed-out`; `limit-exceeded`: too many calls wait; `closed`: the
   *   runtime was closed, or the skill unregistered meanwhile. An abort rejects at once with the
   *   signal's reason, and aborts the skill.
   */
  run(name: string, input: JsonValue, options?: SkillCallOptions): Promise<unknown>;
  /**
   * Runs one skill as `run` does, and yields each part of its output as it comes: what a generator
   * yields, then the output, unless that is the last part itself. So the last value is the output,
   * and the only one that is checked. The time of the skill goes on while a part waits to be taken.
   * Ending the iteration aborts the skill.
   */
  stream(name: string, input: JsonValue, options?: SkillCallOptions): AsyncIterable<unknown>;
  /**
   * Wakes every skill that listens for the event or whose trigger means its text, and resolves when
   * all are done. Failures of skills are in the report.
   * @throws `invalid-input` for an invalid event, and for a name that begins with `memory.`, which
   *   only the memory emits, or a choice without a trigger for it; `not-found` for a choice that is
   *   not there; `closed`; the signal's reason.
   */
  emit<N extends SkillEventName>(
    name: N,
    data: SkillEventMap[N],
    options?: EmitOptions,
  ): Promise<DispatchReport>;
  /** Finds the skills that a text would wake, best first, and why. Runs and changes nothing. */
  match(text: string, options?: MatchOptions): Promise<readonly SkillMatch[]>;
  /**
   * Finds the skills for a task by their names, descriptions, `whenToUse` and examples, and by the
   * words of their instructions, best first. Works without an embedder, by words alone.
   * Instructions are read once, at the first search; those that fail or are late do not count.
   */
  searchSkills(query: string, options?: SkillSearchCall): Promise<readonly SkillHit[]>;
  /**
   * Writes `<available_skills>` for a prompt: name, description, requirements and place of each
   * skill. Empty if there are none.
   */
  catalog(options?: CatalogOptions): Promise<string>;
  /**
   * Writes `<skill_content>` for a prompt: the instructions of one skill, its requirements, its
   * directory and the list of its files. Its attribute `revision` tells contents apart.
   * @throws `not-found` for a skill that is not there or has no instructions; `skill-timed-out` if
   *   they do not come within `timeoutMs`.
   */
  activate(name: string, options?: CallOptions): Promise<string>;
  /**
   * Reads one file of a skill as text. Its path is relative to the skill or below its directory;
   * in another letter case it is found if it is the only one.
   * @throws `not-found` for a file that the skill does not have; `invalid-input` for a path that
   *   leaves it; `skill-timed-out` if it does not come within `timeoutMs`.
   */
  readFile(name: string, path: string, options?: CallOptions): Promise<string>;
  /** Reads one file of a skill, whatever it holds. @throws as `readFile` */
  readAsset(name: string, path: string, options?: CallOptions): Promise<SkillAsset>;
  /** Resolves when every change of the memory known by now was delivered and answered. */
  settled(options?: CallOptions): Promise<void>;
  /** Aborts all calls and stops the skills in the opposite order. The memory stays open. */
  close(): Promise<void>;
}

/** A runtime that knows the names, inputs and outputs of the skills it was made with. */
export interface SkillRuntime<
  S extends readonly AnySkill[] = readonly AnySkill[],
> extends AnySkillRuntime {
  /** Runs one skill, as in `AnySkillRuntime`. */
  run<N extends NamesOf<S>>(
    name: N,
    input: SkillInput<Named<S, N>>,
    options?: SkillCallOptions,
  ): Promise<SkillOutput<Named<S, N>>>;
}
