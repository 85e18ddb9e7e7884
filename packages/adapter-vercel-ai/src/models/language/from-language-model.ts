import type { CallOptions, TextAnswer, TextModel, TextRequest } from "@kioku/core";
import {
  checkBoolean,
  checkMembers,
  checkNumber,
  checkText,
  MAX_NAME_LENGTH,
  unlessAborted,
  checkCallOptions as checkSignal,
} from "@kioku/core/toolkit";
import { askingWithSchema, checkTextRequest, type AskedOnce } from "@kioku/tools";
import { generateText, jsonSchema, Output, type LanguageModel, type UserModelMessage } from "ai";

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
  /** The model takes images. @defaultValue `false`: requests with images are refused */
  readonly takesImages?: boolean | undefined;
  /** Options for providers. */
  readonly providerOptions?: ProviderOptions | undefined;
}

const MEMBERS = ["id", "temperature", "takesImages", "providerOptions", ...CALL_OPTIONS];

type Settings = Parameters<typeof generateText>[0];

/**
 * Converts a language model of the AI SDK to a text model. It takes specifications V2 to V4 with AI
 * SDK 6 and 7, or a name. Each call is one prompt, with a system text if given, without tools. A
 * schema is given as the SDK's structured output; if the model refuses or ignores it, once, it is
 * written into the system text from then on. An answer is complete if the model stopped by itself.
 * Calls reject with errors of the AI SDK.
 * @throws `invalid-input` for an invalid model or option.
 */
export function fromLanguageModel(
  model: AnyLanguageModel,
  options: FromLanguageModelOptions = {},
): TextModel {
  const name = checkModel(model, { method: "doGenerate", versions: ["v2", "v3", "v4"] });
  checkMembers(options, "options", MEMBERS);
  const { temperature } = options;
  const takesImages = checkBoolean(options.takesImages ?? false, "options.takesImages");
  if (temperature !== undefined) checkNumber(temperature, "options.temperature", { min: 0 });
  const settings: Pick<Settings, "model"> = {
    model: adaptLanguageModel(model),
    ...checkCallOptions(options),
    ...(temperature !== undefined && { temperature }),
  };
  const ask = askingWithSchema((request, call) => askOnce(settings, request, call));
  return {
    id: checkText(options.id ?? name, "options.id", MAX_NAME_LENGTH),
    takesImages,
    async generate(request, call = {}): Promise<TextAnswer> {
      const checked = checkTextRequest(request, takesImages);
      checkSignal(call);
      call.signal?.throwIfAborted();
      return ask(checked, call);
    },
  };
}

async function askOnce(
  settings: Pick<Settings, "model">,
  request: TextRequest,
  { signal }: CallOptions,
): Promise<AskedOnce> {
  const { system, maxTokens, schema } = request;
  let structured: string | undefined;
  const output = schema && {
    ...Output.object({ schema: jsonSchema(schema) }),
    // Parsing is up to the caller: what is no JSON is an answer, too.
    parseCompleteOutput: async ({ text }: { readonly text: string }): Promise<string> => {
      structured = text;
      return text;
    },
  };
  const answer = generateText({
    ...settings,
    messages: [messageOf(request)],
    // Both SDK versions take `system`; version 7 calls it `instructions`.
    ...(system !== undefined && { system }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(output && { output }),
    ...(signal && { abortSignal: signal }),
  });
  // Models may ignore the signal, or throw an error of their own.
  const { text, finishReason, usage, warnings } = await unlessAborted(answer, signal);
  const { inputTokens, outputTokens } = usage;
  return {
    answer: {
      text: structured ?? text,
      isComplete: finishReason === "stop",
      ...(isCount(inputTokens) && { inputTokens }),
      ...(isCount(outputTokens) && { outputTokens }),
    },
    heedsSchema: !(warnings ?? []).some(ignoresSchema),
  };
}

/** Images go as files, which both SDK versions take without a warning. */
function messageOf({ prompt, images = [] }: TextRequest): UserModelMessage {
  const files = images.map(({ mediaType, data }) => ({ type: "file" as const, mediaType, data }));
  const text = { type: "text" as const, text: prompt };
  return { role: "user", content: files.length === 0 ? prompt : [...files, text] };
}

/** Returns true for a model's warning that it knows no schemas, of any specification. */
function ignoresSchema(warning: object): boolean {
  const { type, feature, setting = feature } = warning as Readonly<Record<string, unknown>>;
  return String(type).startsWith("unsupported") && setting === "responseFormat";
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
