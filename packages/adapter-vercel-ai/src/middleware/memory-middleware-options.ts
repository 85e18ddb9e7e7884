import type { Logger, PromptOptions, RecallQuery } from "@kioku/core";
import {
  checkBoolean,
  checkMembers,
  checkMethods,
  checkOneOf,
  checkText,
  checkTexts,
  MAX_NAME_LENGTH,
  recallSettings,
} from "@kioku/core/toolkit";
import type { RecallSettings } from "@kioku/core/toolkit";

/** What `withMemory` and `memoryMiddleware` take. */
export interface MemoryMiddlewareOptions {
  /**
   * How to recall for what the user says, and how to write it into the prompt; `false`: not at all.
   * @defaultValue what `memory.context` does, without labels to cite
   */
  readonly recall?: (Omit<RecallQuery, "query"> & PromptOptions) | false | undefined;
  /**
   * What is remembered once a turn has ended well: `turn`, what the user said and the answer;
   * `user`, only what the user said. As records of the kind `message`. The answer is trusted no
   * more than what was recalled for it, and no more than 0.5 if the model searched the web or a
   * tool answered in the turn that is neither of a memory nor one of `trustedTools`.
   * @defaultValue `"off"`
   */
  readonly capture?: "off" | "turn" | "user" | undefined;
  /**
   * Where what was recalled is shown: before the words of the user, or at the end of the
   * instructions, where a model obeys it more readily and so does not belong what anybody may have
   * written.
   * @defaultValue `"user"`
   */
  readonly inject?: "user" | "instructions" | undefined;
  /**
   * The conversation that remembered messages belong to, at most 512 characters. What the prompt
   * holds of its messages is not recalled: the same words of another conversation are. Without a
   * thread, no message is recalled whose words the prompt holds.
   * @defaultValue none
   */
  readonly thread?: string | undefined;
  /**
   * Whether the first answer of a turn lists what was recalled for it as `source` parts, their text
   * included, which may go on to the browser of the user. @defaultValue `false`
   */
  readonly sources?: boolean | undefined;
  /**
   * Names of tools whose answers are as good as the app's own: they take no trust from the answer
   * that is remembered.
   * @defaultValue none
   */
  readonly trustedTools?: readonly string[] | undefined;
  /**
   * Whether the call goes on without its memory when recalling or remembering fails, or fails with
   * it. Aborts always fail.
   * @defaultValue `"continue"`
   */
  readonly onError?: "continue" | "throw" | undefined;
  /**
   * Gets what was continued over, without prompts and the text of memories. The result of the call
   * has the same as a warning, but for what fails when a stream has ended. @defaultValue silent
   */
  readonly logger?: Logger | undefined;
  /**
   * Who remembers, in the history of the records: `middleware:` and this. At most 64 characters.
   * @defaultValue `"memory"`
   */
  readonly name?: string | undefined;
}

/** Options with every default filled in. */
export interface ResolvedMiddlewareOptions {
  readonly recall: RecallSettings | undefined;
  readonly capture: "off" | "turn" | "user";
  readonly inject: "user" | "instructions";
  readonly thread: string | undefined;
  readonly sources: boolean;
  readonly trustedTools: ReadonlySet<string>;
  readonly onError: "continue" | "throw";
  readonly logger: Logger | undefined;
  readonly name: string;
}

const MEMBERS = [
  "recall",
  "capture",
  "inject",
  "thread",
  "sources",
  "trustedTools",
  "onError",
  "logger",
  "name",
];

/** @throws `invalid-input` naming the option, what is allowed and what came. */
export function resolveMiddlewareOptions(
  options: MemoryMiddlewareOptions,
): ResolvedMiddlewareOptions {
  checkMembers(options, "options", MEMBERS);
  const { recall = {}, logger, thread, trustedTools = [] } = options;
  if (logger !== undefined) checkMethods(logger, "options.logger", ["warn", "error"]);
  return {
    recall: recall === false ? undefined : uncited(recallSettings(recall, "options.recall")),
    capture: checkOneOf(options.capture ?? "off", "options.capture", ["off", "turn", "user"]),
    inject: checkOneOf(options.inject ?? "user", "options.inject", ["user", "instructions"]),
    thread: thread === undefined ? undefined : checkText(thread, "options.thread", MAX_NAME_LENGTH),
    sources: checkBoolean(options.sources ?? false, "options.sources"),
    trustedTools: new Set(checkTexts(trustedTools, "options.trustedTools", MAX_NAME_LENGTH)),
    onError: checkOneOf(options.onError ?? "continue", "options.onError", ["continue", "throw"]),
    logger,
    name: checkText(options.name ?? "memory", "options.name", 64),
  };
}

/** Labels that nobody resolves would stand in answers, and in what is remembered of them. */
function uncited({ settings, prompt }: RecallSettings): RecallSettings {
  return { settings, prompt: { ...prompt, cite: prompt.cite ?? false } };
}
