import type { LanguageModel } from "ai";

import type { AnyLanguageModel, LanguageModelV4 } from "../any-model.js";
import { asV3 } from "../as-v3.js";

/** What is used of an answer. */
interface Answer {
  readonly content: readonly { readonly type: string }[];
}

/**
 * A language model as both versions of the SDK take it. One of the specification V4, which AI SDK 6
 * does not know, is shown as one of V3: texts are the same in both, and all other parts, such as
 * files, are left out of its answers.
 */
export function showLanguageModel(model: AnyLanguageModel): LanguageModel {
  if (!isV4(model)) return model;
  const doGenerate = async (call: never): Promise<Answer> => {
    const answer = (await model.doGenerate(call)) as Answer;
    return { ...answer, content: answer.content.filter(({ type }) => type === "text") };
  };
  return asV3(model, { doGenerate }) as Exclude<LanguageModel, string>;
}

function isV4(model: AnyLanguageModel): model is Extract<AnyLanguageModel, LanguageModelV4> {
  return typeof model === "object" && model.specificationVersion === "v4";
}
