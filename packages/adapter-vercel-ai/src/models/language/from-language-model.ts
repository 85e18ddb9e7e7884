import {
  checkMembers,
  checkNumber,
  checkText,
  MAX_NAME_LENGTH,
  unlessAborted,
  checkCallOptions as checkSignal,
} from "@kioku/core/toolkit";
import type { TextAnswer, TextModel, TextRequest } from "@kioku/tools";
import { generateText, type LanguageModel } from "ai";

import { asV3, checkModel, isCount, type AnyLanguageModel } from "../any-model.js";
import { CALL_OPTIONS, checkCallOptions } from "../call-settings.js";
import type { ModelCallOptions, ProviderOptions } from "../call-settings.js";

/** Options of `fromLanguageModel`. */
export interface FromLanguageModelOptions extends ModelCallOptions {
  /**
   * Id of the model, stored with its texts. Not blank, at most 512 characters. @defaultValue
   * provider and model, such as `openai.responses/gpt-5-mini`
   */
  readonly id?: string | undefined;
  /** Temperature, at least 0, on the model's scale. @defaultValue the model's own */
  readonly temperature?: number | undefined;
  /** Options for providers. */
  readonly providerOptions?: ProviderOptions | undefined;
}

type Question = Pick<Parameters<typeof generateText>[0], "maxOutputTokens" | "system"> & {
  readonly prompt: string;
};

/**
 * Converts a language model of the AI SDK to a text model. It takes specifications V2 to V4 with AI
 * SDK 6 and 7, or a name. Each call is one prompt, with a system text if given, without tools. An
 * answer is complete if the model stopped by itself. Calls reject with errors of the AI SDK.
 * @throws `invalid-input` for an invalid model or option.
 */
export function fromLanguageModel(
  model: AnyLanguageModel,
  options: FromLanguageModelOptions = {},
): TextModel {
  const name = checkModel(model, { method: "doGenerate", versions: ["v2", "v3", "v4"] });
  checkMembers(options, "options", ["id", "temperature", "providerOptions", ...CALL_OPTIONS]);
  const { temperature } = options;
  if (temperature !== undefined) checkNumber(temperature, "options.temperature", { min: 0 });
  const settings = {
    model: adaptLanguageModel(model),
    ...checkCallOptions(options),
    ...(temperature !== undefined && { temperature }),
  };
  return {
    id: checkText(options.id ?? name, "options.id", MAX_NAME_LENGTH),
    async generate(request, call = {}): Promise<TextAnswer> {
      const question = questionOf(request);
      checkSignal(call);
      const { signal } = call;
      signal?.throwIfAborted();
      const abort = signal && { abortSignal: signal };
      const answer = generateText({ ...settings, ...question, ...abort });
      // Models may ignore the signal, or throw an error of their own.
      const { text, finishReason, usage } = await unlessAborted(answer, signal);
      const { inputTokens, outputTokens } = usage;
      return {
        text,
        isComplete: finishReason === "stop",
        ...(isCount(inputTokens) && { inputTokens }),
        ...(isCount(outputTokens) && { outputTokens }),
      };
    },
  };
}

/** Both SDK versions take `system`; version 7 calls it `instructions`. */
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

/**
 * Presents a language model to both SDK versions: one of V4 as V3, with text parts only, which are
 * equal in both.
 */
function adaptLanguageModel(model: AnyLanguageModel): LanguageModel {
  if (typeof model === "string" || model.specificationVersion !== "v4") return model;
  const doGenerate = async (call: never): Promise<unknown> => {
    const answer = await model.doGenerate(call);
    const { content } = answer as { readonly content: readonly { readonly type: string }[] };
    return { ...(answer as object), content: content.filter(({ type }) => type === "text") };
  };
  return asV3(model, { doGenerate }) as Exclude<LanguageModel, string>;
}
