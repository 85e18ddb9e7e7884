import type { Embedder, Reranker } from "@kioku/core";
import { checkMethods, checkOneOf, checkText, MAX_NAME_LENGTH } from "@kioku/core/toolkit";
import type { EmbeddingModel, LanguageModel, RerankingModel } from "ai";

/** Model of specification V3, which AI SDK 6 and 7 both know. */
export interface ModelV3 {
  /** Version of the specification. */
  readonly specificationVersion: "v3";
}

/** Model of specification V4, which the types of AI SDK 6 lack. */
export interface ModelV4 {
  /** Version of the specification. */
  readonly specificationVersion: "v4";
  /** Provider, such as `openai.embedding`. */
  readonly provider: string;
  /** Name of the model at the provider. */
  readonly modelId: string;
}

/** Embedding model of specification V4. */
export interface EmbeddingModelV4 extends ModelV4 {
  /** Embeds the values. */
  doEmbed(options: never): PromiseLike<unknown>;
}

/** Reranking model of specification V4. */
export interface RerankingModelV4 extends ModelV4 {
  /** Ranks the documents. */
  doRerank(options: never): PromiseLike<unknown>;
}

/** Language model of specification V4. */
export interface LanguageModelV4 extends ModelV4 {
  /** Answers a prompt. */
  doGenerate(options: never): PromiseLike<unknown>;
}

/**
 * Embedding model of specifications V2 to V4, or its name at the AI SDK's global provider (by
 * default Vercel's gateway).
 */
export type AnyEmbeddingModel = EmbeddingModel | EmbeddingModelV4;

/** Reranking model of specifications V3 and V4 (there is no V2), or its name. */
export type AnyRerankingModel = RerankingModel | RerankingModelV4;

/** Language model of specifications V2 to V4, or its name. */
export type AnyLanguageModel = LanguageModel | LanguageModelV4;

interface ModelRules {
  readonly method: "doEmbed" | "doGenerate" | "doRerank";
  readonly versions: readonly ("v2" | "v3" | "v4")[];
}

/**
 * Checks a model and returns its name, as `provider/model`.
 * @throws `invalid-input` for no model, and for an unknown specification.
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

/**
 * Presents a model as one of specification V3 with some members replaced. The rest is read from the
 * model, including symbols of the SDK. Methods must run on the model itself, which may have private
 * members.
 */
export function asV3(model: object, own: Readonly<Record<string, unknown>>): object {
  const members: Readonly<Record<string, unknown>> = { specificationVersion: "v3", ...own };
  const get = (_: object, name: string | symbol): unknown =>
    typeof name === "string" && Object.hasOwn(members, name)
      ? members[name]
      : Reflect.get(model, name);
  // Proxies an empty object: a proxy of a frozen model could not replace members.
  return new Proxy({}, { get });
}

const SOURCE = Symbol.for("@kioku/adapter-vercel-ai/source");

interface ModelSource {
  readonly embedder?: Embedder;
  readonly reranker?: Reranker;
}

/** Attaches its source to a model made here. */
export function withSource<Model extends object>(model: Model, source: ModelSource): Model {
  return Object.defineProperty(model, SOURCE, { value: { model, source } });
}

/** Returns the source of a model made here; empty for others, also those derived from one. */
export function sourceOf(model: unknown): ModelSource {
  const { [SOURCE]: attached } = Object(model) as {
    readonly [SOURCE]?: { readonly model: object; readonly source: ModelSource };
  };
  return attached?.model === model ? (attached?.source ?? {}) : {};
}

/** Returns true for a number of tokens; the AI SDK reports `NaN` for unknown ones. */
export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
