import type { CallOptions } from "@kioku/core";
import type { TextAnswer, TextModel, TextRequest } from "@kioku/core/toolkit";
import {
  checkMembers,
  checkNumber,
  checkText,
  invalidInput,
  MAX_NAME_LENGTH,
  unlessAborted,
} from "@kioku/core/toolkit";
import { generateText } from "ai";

import { checkModel } from "../any-model.js";
import type { AnyLanguageModel } from "../any-model.js";
import { CALL_OPTIONS, checkCallOptions, checkProviderOptions } from "../call-settings.js";
import type { ModelCallOptions, ProviderOptions } from "../call-settings.js";
import { isCount } from "../is-count.js";
import { showLanguageModel } from "./show-language-model.js";

/** How a language model becomes a text model. */
export interface FromLanguageModelOptions extends ModelCallOptions {
  /**
   * Kept with what it wrote. Not blank, at most 512 characters. @defaultValue provider and model,
   * such as `openai.responses/gpt-5-mini`
   */
  readonly id?: string | undefined;
  /** At least 0; the scale is the model's, and some take none. @defaultValue the model's own */
  readonly temperature?: number | undefined;
  /** Options for providers. */
  readonly providerOptions?: ProviderOptions | undefined;
}

type Question = Pick<
  Parameters<typeof generateText>[0],
  "abortSignal" | "maxOutputTokens" | "system"
> & { readonly prompt: string };

/**
 * A language model of the AI SDK as the text model of a memory: of the specifications V2, V3 and
 * V4, with AI SDK 6 and 7 alike, or by its name. Asks with one system text, if there is one, and
 * one prompt, and without tools. An answer is whole where the model stopped by itself. It rejects
 * with whatever the AI SDK throws.
 *
 * @throws `invalid-input` for what is no model, and for an option that is unknown or wrong.
 */
export function fromLanguageModel(
  model: AnyLanguageModel,
  options: FromLanguageModelOptions = {},
): TextModel {
  const name = checkModel(model, { method: "doGenerate", versions: ["v2", "v3", "v4"] });
  checkMembers(options, "options", ["id", "temperature", "providerOptions", ...CALL_OPTIONS]);
  const { temperature, providerOptions } = options;
  if (temperature !== undefined) checkNumber(temperature, "options.temperature", { min: 0 });
  const settings = {
    model: showLanguageModel(model),
    ...checkCallOptions(options),
    ...(temperature !== undefined && { temperature }),
    ...(providerOptions !== undefined && {
      providerOptions: checkProviderOptions(providerOptions, "options.providerOptions"),
    }),
  };
  return {
    id: checkText(options.id ?? name, "options.id", MAX_NAME_LENGTH),
    async generate(request, call = {}): Promise<TextAnswer> {
      const question = questionOf(request);
      const signal = signalOf(call);
      signal?.throwIfAborted();
      const answer = generateText({
        ...settings,
        ...question,
        ...(signal && { abortSignal: signal }),
      });
      // A model may not listen, or put the abort in words of its own.
      return toAnswer(await unlessAborted(answer, signal));
    },
  };
}

/** `system` is what both versions of the SDK know; the newer one calls it `instructions`. */
function questionOf(request: TextRequest): Question {
  checkMembers(request, "request", ["system", "prompt", "maxTokens"]);
  const { system, prompt, maxTokens } = request;
  if (maxTokens !== undefined) {
    checkNumber(maxTokens, "request.maxTokens", { min: 1, integer: true });
  }
  return {
    prompt: checkText(prompt, "request.prompt", Infinity),
    ...(system !== undefined && { system: checkText(system, "request.system", Infinity) }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
  };
}

function signalOf(options: CallOptions): AbortSignal | undefined {
  checkMembers(options, "options", ["signal"]);
  const { signal } = options;
  if (signal === undefined || signal instanceof AbortSignal) return signal;
  throw invalidInput("options.signal", "an AbortSignal", signal);
}

type Generated = Pick<Awaited<ReturnType<typeof generateText>>, "finishReason" | "text" | "usage">;

function toAnswer({ text, finishReason, usage }: Generated): TextAnswer {
  const { inputTokens, outputTokens } = usage;
  return {
    text,
    isComplete: finishReason === "stop",
    ...(isCount(inputTokens) && { inputTokens }),
    ...(isCount(outputTokens) && { outputTokens }),
  };
}
