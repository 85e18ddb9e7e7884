import type { Memory } from "@kioku/core";

/** Circumstances of a call, as the host gives them. None is an argument of the model. */
export interface SkillToolCall {
  /** Memory that the skills share in this call. @defaultValue the runtime's memory */
  readonly memory?: Memory | undefined;
  /** Stops the call. */
  readonly signal?: AbortSignal | undefined;
  /** Returns the texts that a tool of this name has answered in this conversation. */
  readonly told?: ((tool: string) => readonly string[]) | undefined;
}

/**
 * Sort of a tool. `instructions`: loads the text of a skill; `file`: reads one file; `search`:
 * finds skills; `run`: runs any skill that has no tool of its own; `skill`: runs one.
 */
export type SkillToolKind = "instructions" | "file" | "search" | "run" | "skill";

/** File of a skill that is no text. Plain JSON. */
export interface SkillFileAnswer {
  /** Path in the skill. */
  readonly path: string;
  /** Media type, such as `image/png`. */
  readonly mediaType: string;
  /** Length in bytes. */
  readonly size: number;
  /** The same in words. */
  readonly text: string;
  /** Bytes in Base64, if the host shows files of this type and the file is not too large. */
  readonly data?: string;
}

/** A tool for skills without its host. */
export interface SkillToolDefinition {
  /** Its name for the model. */
  readonly name: string;
  /** Its description for the model. */
  readonly description: string;
  /** Sort of the tool. */
  readonly kind: SkillToolKind;
  /**
   * True if its answers are the app's own words: instructions and descriptions. Files and outputs
   * of skills are data.
   */
  readonly isTrusted: boolean;
  /** JSON Schema of its arguments, which are an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /**
   * Checks the arguments of a model. Those for skills stay as they are: the runtime applies their
   * schema.
   * @throws `invalid-input` in words that a model can act on.
   */
  check(given: unknown): Promise<unknown>;
  /**
   * Runs the tool with checked arguments: a text, a `SkillFileAnswer`, or the output of a skill,
   * with `null` for none. Of a skill whose `run` is a generator it returns the parts of the output
   * as they come, of which the last is the output. Fails in the runtime's words.
   */
  run(checked: unknown, call: SkillToolCall): Promise<unknown> | AsyncIterable<unknown>;
}
