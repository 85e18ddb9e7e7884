import { checkMethods, checkOneOf, checkText, MAX_NAME_LENGTH } from "@kioku/core/toolkit";
import type { EmbeddingModel, LanguageModel, RerankingModel } from "ai";

/**
 * What tells a model of the specification V3, which both versions of the AI SDK know, from others.
 */
export interface ModelV3 {
  /** The version of the specification. */
  readonly specificationVersion: "v3";
}

/** A model of the specification V4, which the types of AI SDK 6 do not know. */
export interface ModelV4 {
  /** The version of the specification. */
  readonly specificationVersion: "v4";
  /** Who offers it, such as `openai.embedding`. */
  readonly provider: string;
  /** What it is called there. */
  readonly modelId: string;
}

/** An embedding model of the specification V4. */
export interface EmbeddingModelV4 extends ModelV4 {
  /** Embeds the values. */
  doEmbed(options: never): PromiseLike<unknown>;
}

/** A reranking model of the specification V4. */
export interface RerankingModelV4 extends ModelV4 {
  /** Ranks the documents. */
  doRerank(options: never): PromiseLike<unknown>;
}

/** A language model of the specification V4. */
export interface LanguageModelV4 extends ModelV4 {
  /** Answers a prompt. */
  doGenerate(options: never): PromiseLike<unknown>;
}

/**
 * An embedding model of the specifications V2 to V4, or the name of one that the global provider of
 * the AI SDK has (Vercel's gateway, if nobody set another).
 */
export type AnyEmbeddingModel = EmbeddingModel | EmbeddingModelV4;

/** A reranking model of the specifications V3 and V4 (there is no V2), or the name of one. */
export type AnyRerankingModel = RerankingModel | RerankingModelV4;

/** A language model of the specifications V2 to V4, or the name of one. */
export type AnyLanguageModel = LanguageModel | LanguageModelV4;

/** What is checked of a model. */
export interface ModelRules {
  /** The method it is asked by. */
  readonly method: "doEmbed" | "doGenerate" | "doRerank";
  /** The specifications it may have. */
  readonly versions: readonly ("v2" | "v3" | "v4")[];
}

/**
 * What a model is called: provider and model, or the name it is given by.
 * @throws `invalid-input` for what is no model, and for a model of a specification that is not
 *   known.
 */
export function checkModel(model: string | object, { method, versions }: ModelRules): string {
  if (typeof model === "string") return checkText(model, "model", MAX_NAME_LENGTH);
  checkMethods(model, "model", [method]);
  const { specificationVersion, provider, modelId }: Partial<Record<keyof ModelV4, unknown>> =
    model;
  checkOneOf(specificationVersion, "model.specificationVersion", versions);
  const owner = checkText(provider, "model.provider", MAX_NAME_LENGTH);
  return `${owner}/${checkText(modelId, "model.modelId", MAX_NAME_LENGTH)}`;
}
