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

/** Options of a call that skills answer. */
export interface SkillCallOptions extends CallOptions {
  /**
   * Whose memory the skills share in this call, such as that of one user:
   * `root.scope("acme", "user-42")`. Cooldowns and quotas are counted for each such memory by
   * itself.
   * @defaultValue the memory of the runtime
   */
  readonly memory?: Memory | undefined;
}

/** What `match` takes. */
export interface MatchOptions extends SkillCallOptions {
  /** Most matches, 1 to 1,000. @defaultValue 10 */
  readonly limit?: number | undefined;
  /** Threshold in the place of those of the triggers, 0 to 1. */
  readonly threshold?: number | undefined;
  /** The event whose triggers are asked. @defaultValue `"message"` */
  readonly event?: SkillEventName | undefined;
  /** Also what would not wake, with the reason. @defaultValue `false` */
  readonly explain?: boolean | undefined;
}

/** What `catalog` takes. */
export interface CatalogOptions extends CallOptions {
  /** Only the skills nearest to this text, nearest first. @defaultValue all, by name */
  readonly for?: string | undefined;
  /** Most skills, 1 to 1,000. @defaultValue 20 with `for`, else all */
  readonly limit?: number | undefined;
}

type NamesOf<S extends readonly AnySkill[]> = S[number]["name"];
/** Any skill where names are not known at compile time. */
type Named<S extends readonly AnySkill[], N extends string> =
  string extends NamesOf<S> ? AnySkill : Extract<S[number], { readonly name: N }>;
/** What `run` of a skill is given. */
export type SkillInput<S> = S extends {
  /** Its schema says what is given. */
  readonly input?: StandardSchemaV1<infer Given, unknown> | undefined;
}
  ? unknown extends Given
    ? JsonValue
    : Given
  : JsonValue;
/** What `run` of a skill returns. */
export type SkillOutput<S> = S extends {
  /** Says what is returned. */
  run?(...given: never[]): infer Output;
}
  ? Awaited<Output>
  : unknown;

/**
 * Skills at work: it wakes them, bounds them, and reports what became of them. Any runtime is one,
 * whatever skills it was made with.
 */
export interface AnySkillRuntime extends AsyncDisposable {
  /** The skills that are registered, by name, in the order they were started. */
  readonly skills: ReadonlyMap<string, AnySkill>;
  /**
   * Starts more skills, in order, all or none.
   * @throws `conflict` for a name that is taken; `invalid-input` for what is no skill;
   *   `skill-failed` if one does not start.
   */
  register(...skills: readonly AnySkill[]): Promise<void>;
  /** Aborts what the skill is doing, stops it and forgets it. False: there is none of this name. */
  unregister(name: string): Promise<boolean>;
  /**
   * Runs one skill: checks the input, gives it a context, bounds its time, checks the output.
   * @throws `not-found`: there is no such skill; `invalid-input`: it has no `run`, or the input
   *   does not fit; `skill-failed`: it threw, and `cause` is what it threw, a `MemoryError` too,
   *   which also says whether to try again; or its output does not fit; `skill-timed-out`;
   *   `limit-exceeded`: too many calls wait; `closed`: the runtime was closed, or the skill
   *   unregistered meanwhile. An abort rejects at once with the signal's reason, and aborts the
   *   skill.
   */
  run(name: string, input: JsonValue, options?: SkillCallOptions): Promise<unknown>;
  /**
   * Wakes every skill that listens for the event or whose trigger means its text, and resolves when
   * all are done. Rejects for what is no event, when the runtime is closed, and when aborted; never
   * for a skill's failure, which is in the report. Names that begin with `memory.` are refused with
   * `invalid-input`: only the memory emits them.
   */
  emit<N extends SkillEventName>(
    name: N,
    data: SkillEventMap[N],
    options?: SkillCallOptions,
  ): Promise<DispatchReport>;
  /** What a text would wake, best first, and why; runs nothing and changes nothing. */
  match(text: string, options?: MatchOptions): Promise<readonly SkillMatch[]>;
  /**
   * `<available_skills>`: name and description of each skill, for a prompt. Empty if there are
   * none.
   */
  catalog(options?: CatalogOptions): Promise<string>;
  /**
   * `<skill_content>`: the instructions of one skill and the list of its files, for a prompt.
   * @throws `not-found` for a skill that is not there or has no instructions; `skill-timed-out` if
   *   they do not come within `timeoutMs`.
   */
  activate(name: string, options?: CallOptions): Promise<string>;
  /**
   * One file of a skill as text.
   * @throws `not-found` for a file that the skill does not have; `invalid-input` for a path that
   *   leaves it; `skill-timed-out` if it does not come within `timeoutMs`.
   */
  readFile(name: string, path: string, options?: CallOptions): Promise<string>;
  /**
   * Resolves when every event of a change of the memory that is known by now was delivered and
   * answered.
   */
  settled(options?: CallOptions): Promise<void>;
  /**
   * Ends what runs, stops the skills in the opposite order, and lets go of the memory, which stays
   * open. Closing again does nothing.
   */
  close(): Promise<void>;
}

/** A runtime that knows the names, inputs and outputs of the skills it was made with. */
export interface SkillRuntime<
  S extends readonly AnySkill[] = readonly AnySkill[],
> extends AnySkillRuntime {
  /** Runs one skill, as `AnySkillRuntime` says. */
  run<N extends NamesOf<S>>(
    name: N,
    input: SkillInput<Named<S, N>>,
    options?: SkillCallOptions,
  ): Promise<SkillOutput<Named<S, N>>>;
}
