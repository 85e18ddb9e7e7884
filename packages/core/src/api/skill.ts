import type { StandardSchemaV1 } from "@standard-schema/spec";

import type { CallOptions } from "../model/call-options.js";
import type { JsonValue } from "../model/record.js";
import type { Reach, Scope } from "../model/scope.js";
import type { SkillContext, SkillEvent, SkillEventName, SkillMatch } from "./skill-context.js";

/** Who a skill is: the frontmatter of the Agent Skills format in camel case. */
export interface SkillManifest {
  /** 1 to 64 lower-case letters, digits and single hyphens. */
  readonly name: string;
  /** Purpose of the skill and when to use it, 1 to 1,024 characters. */
  readonly description: string;
  /** Licence of the skill, or the file that holds it. */
  readonly license?: string;
  /** Requirements of the skill, in words. */
  readonly compatibility?: string;
  /** Own fields of the author. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Tools that it may use without asking. */
  readonly allowedTools?: readonly string[];
  /** Occasions to use it, for models and for waking. */
  readonly whenToUse?: string;
  /** True if only a user or the host may activate it: no catalog, search or text shows it. */
  readonly disableModelInvocation?: boolean;
}

/** Wakes a skill when a text means what this says. */
export interface SkillTrigger {
  /** Examples of what should wake it, 1 to 100. */
  readonly when: string | readonly string[];
  /** Examples of what should not, although it looks alike. */
  readonly not?: string | readonly string[] | undefined;
  /** 0 to 1 on a scale that means the same for every embedder. @defaultValue the runtime's own */
  readonly threshold?: number | undefined;
  /** Events whose text is looked at. @defaultValue `["message"]` */
  readonly events?: readonly SkillEventName[] | undefined;
  /** Pause after waking in milliseconds, for each shared memory. @defaultValue the runtime's own */
  readonly cooldownMs?: number | undefined;
  /** Texts that wake it: requests, or any. @defaultValue `"command"` with `run`, else `"any"` */
  readonly mood?: "command" | "any" | undefined;
  /** Makes the input of `run`. @defaultValue the event's data, and members that the text names */
  input?(event: SkillEvent, match: SkillMatch): unknown;
}

/** The files of a skill, read only when asked for. */
export interface SkillFiles {
  /** Paths relative to the skill, with `/`. */
  list(options?: CallOptions): Promise<readonly string[]>;
  /** The bytes of one file; rejects with `not-found` for one that the skill does not have. */
  read(path: string, options?: CallOptions): Promise<Uint8Array>;
}

/** A skill: a manifest with instructions for a model, code to run, or both. */
export interface Skill<Input = JsonValue, Output = unknown> extends SkillManifest {
  /** For a model: the body of a SKILL.md. */
  readonly instructions?: string | (() => Promise<string>);
  /** The files that come with it. */
  readonly files?: SkillFiles;
  /** Absolute path of its SKILL.md, for hosts that run its scripts. */
  readonly location?: string;
  /** Checks the input before `run`; any Standard Schema library's schema fits. */
  readonly input?: StandardSchemaV1<unknown, Input>;
  /** Checks what `run` returns. */
  readonly output?: StandardSchemaV1<unknown, Output>;
  /** Triggers by meaning: a match calls `run`, or shortlists a skill that has instructions only. */
  readonly triggers?: readonly SkillTrigger[];
  /** Permissions that it asks for. It gets no more than the runtime grants. */
  readonly permissions?: SkillPermissions | undefined;
  /** Longest time of one call, in milliseconds. @defaultValue the runtime's own */
  readonly timeoutMs?: number | undefined;
  /** Group of skills of which one text wakes at most one. @defaultValue none */
  readonly exclusive?: string | undefined;
  /** Decides between skills that fit alike: the highest wakes. @defaultValue `0` */
  readonly priority?: number | undefined;
  /**
   * True to call `run` in a worker, which is stopped when its time is over. `run` is sent as source
   * text, so it may use its arguments, globals and `import()` alone. @defaultValue `false`
   */
  readonly isolate?: boolean | undefined;
  /** Called for events by name. */
  readonly on?: {
    readonly [N in SkillEventName]?: (event: SkillEvent<N>, context: SkillContext) => unknown;
  } & {
    /** Called for events without a handler of their own. */
    readonly "*"?: (event: SkillEvent, context: SkillContext) => unknown;
  };
  /** Does the work. A generator yields parts of its output; the last value is the output. */
  run?(input: Input, context: SkillContext): Output | Promise<Output>;
  /** Called once before anything else, after those registered before it. */
  start?(context: SkillContext): void | Promise<void>;
  /** Called once at the end, before those registered before it. */
  stop?(): void | Promise<void>;
}

/** Any skill, whatever its input and output. */
export type AnySkill = Omit<Skill<never>, "input" | "output"> & {
  /** Checks the input before `run`. */
  readonly input?: StandardSchemaV1;
  /** Checks what `run` returns. */
  readonly output?: StandardSchemaV1;
};

/** A scope that is granted. */
export interface ScopeGrant {
  /** Relative to the shared memory; empty: the shared memory itself. */
  readonly path: Scope;
  /** With `below`, every scope under it is granted, too. @defaultValue `"here"` */
  readonly reach?: Reach | undefined;
}

/** Limits of what a skill writes. */
export interface WriteQuota {
  /** Records written within the time, at least 0; each of a batch counts. */
  readonly records: number;
  /** Length of the time, in milliseconds, more than 0. */
  readonly perMs: number;
}

/** Permissions of a skill, beside its own scope. */
export interface SkillPermissions {
  /** Scopes that it may read. @defaultValue `[{ path: [] }]`, the shared memory alone */
  readonly read?: readonly ScopeGrant[] | undefined;
  /** Scopes that it may write. @defaultValue `[{ path: [] }]` */
  readonly write?: readonly ScopeGrant[] | undefined;
  /** Skills that it may call. @defaultValue `"any"` */
  readonly call?: "any" | readonly string[] | undefined;
  /** Events that it may emit. @defaultValue `"any"` */
  readonly emit?: "any" | readonly SkillEventName[] | undefined;
  /** Limit of writes by shared memory, its own scope included. @defaultValue any number */
  readonly quota?: WriteQuota | undefined;
}
