import type {
  HookContext,
  Logger,
  MemoryPlugin,
  RememberInput,
  Schedule,
  TextModel,
} from "@kioku/core";
import type { BeforeRememberHook } from "@kioku/core/toolkit";
import {
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  checkTexts,
  MAX_DELAY_MS,
  MAX_NAME_LENGTH,
  safeLogger,
  waitedTimer,
} from "@kioku/core/toolkit";

import { askEmotion } from "./ask-emotion.js";
import { emotionOf } from "./emotion-of.js";

/** Options of `feeling`. */
export interface FeelingOptions {
  /** Tells the emotion of a text. @defaultValue the words of a lexicon alone */
  readonly model?: TextModel | undefined;
  /** Kinds of records that get an emotion. @defaultValue `["message", "note"]` */
  readonly kinds?: readonly string[] | undefined;
  /** Longest time to an answer of the model, in milliseconds. @defaultValue 5000 */
  readonly timeoutMs?: number | undefined;
  /** Runs a task after a delay. @defaultValue `setTimeout` */
  readonly schedule?: Schedule | undefined;
  /** Receives failures of the model. @defaultValue silent */
  readonly logger?: Logger | undefined;
}

/** Most requests to the model in one call, such as an import of thousands of turns. */
const MAX_REQUESTS = 20;

/**
 * Creates a plugin that sets the `emotion` of messages and notes that are written without one, by
 * `emotionOf`, or by a model. A text without feeling gets none. Emotion only says what a text
 * sounds like: it changes no trust, and nothing that a text asks for.
 *
 * With a model, a write waits for its answer: at most 20 of a call, and none after a failure. The
 * lexicon takes the rest.
 *
 * @throws `invalid-input` for an option that is unknown or out of range.
 */
export function feeling(options: FeelingOptions = {}): MemoryPlugin<"feeling"> {
  const { model, kinds, timeoutMs, schedule, logger } = resolveOptions(options);
  const requestsLeft = new WeakMap<HookContext, number>();

  async function ask(
    asked: TextModel,
    input: RememberInput,
    context: HookContext,
  ): Promise<RememberInput | undefined> {
    const left = requestsLeft.get(context) ?? MAX_REQUESTS;
    if (left === 0) return withEmotion(input);
    requestsLeft.set(context, left - 1);
    const limit = { schedule, timeoutMs, signal: context.signal };
    const emotion = await askEmotion(asked, input.content, limit);
    if (typeof emotion === "object") {
      return emotion.valence === 0 && emotion.arousal === 0 ? undefined : { ...input, emotion };
    }
    requestsLeft.set(context, 0);
    logger.warn("a model told no emotion", { problem: emotion });
    return withEmotion(input);
  }

  const handler: BeforeRememberHook = (input, context) => {
    const { kind = "note", emotion } = input;
    if (emotion !== undefined || !kinds.has(kind)) return undefined;
    return model ? ask(model, input, context) : withEmotion(input);
  };
  // After those before it in the list that redact: a model is shown what is written, and no more.
  return { id: "feeling", hooks: { beforeRemember: { order: "post", handler } } };
}

function withEmotion(input: RememberInput): RememberInput | undefined {
  const emotion = emotionOf(input.content);
  return emotion && { ...input, emotion };
}

function resolveOptions(options: FeelingOptions): {
  readonly model: TextModel | undefined;
  readonly kinds: ReadonlySet<string>;
  readonly timeoutMs: number;
  readonly schedule: Schedule;
  readonly logger: Logger;
} {
  checkMembers(options, "feeling", ["model", "kinds", "timeoutMs", "schedule", "logger"]);
  const { model, kinds = ["message", "note"], timeoutMs = 5_000, schedule = waitedTimer } = options;
  if (model !== undefined) checkMethods(model, "feeling.model", ["generate"]);
  checkTexts(kinds, "feeling.kinds", MAX_NAME_LENGTH);
  checkNumber(timeoutMs, "feeling.timeoutMs", { above: 0, max: MAX_DELAY_MS });
  checkFunction(schedule, "feeling.schedule");
  return { model, kinds: new Set(kinds), timeoutMs, schedule, logger: safeLogger(options.logger) };
}
