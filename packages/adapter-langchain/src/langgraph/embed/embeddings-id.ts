import { invalidInput } from "@kioku/core/toolkit";

import { EmbedderEmbeddings } from "../../embeddings/embedder-embeddings.js";

/**
 * Where embeddings of LangChain say which model they ask. Those of Azure have the name of a model,
 * too, which is not what answers.
 */
const MODEL_MEMBERS = ["model", "modelName", "azureOpenAIApiDeploymentName"] as const;
/** Names of classes that say nothing. */
const NO_NAMES = new Set(["", "Object", "anonymous"]);

type Members = Readonly<Record<string, unknown>>;

/**
 * A name for the space of some embeddings, made of what they say of themselves: class, model and
 * width. Embeddings that keep the vectors of others are named after these, those of an embedder
 * after that.
 * @throws `invalid-input` if they say nothing.
 */
export function embeddingsId(embeddings: object, dimensions: number): string {
  const seen = new Set<object>();
  let own = embeddings;
  for (let inner: unknown = own; isObject(inner) && !seen.has(inner);) {
    own = inner;
    seen.add(own);
    inner = (own as Members)["underlyingEmbeddings"];
  }
  if (own instanceof EmbedderEmbeddings) return own.embedder.id;
  const members = own as Members;
  const models = MODEL_MEMBERS.map((member) => members[member]).filter(isName);
  const { constructor: made } = members;
  const className = typeof made === "function" ? made.name : "";
  if (models.length === 0 && NO_NAMES.has(className)) {
    throw invalidInput(
      "options.embedderId",
      "given, since the embeddings name neither a model nor a class",
    );
  }
  return `langchain/${[className, ...new Set(models)].filter(isName).join("/")}@${dimensions}`;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
