import type { Embedder, Memory, Origin } from "@kioku/core";
import {
  checkBoolean,
  checkedClock,
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  checkOneOf,
  checkText,
  checkTexts,
  invalidInput,
  MAX_NAME_LENGTH,
  memoryVectors,
  ORIGINS,
} from "@kioku/core/toolkit";
import type { IndexConfig } from "@langchain/langgraph-checkpoint";

import {
  EmbedderEmbeddings,
  fromLangChainEmbeddings,
} from "../embeddings/lang-chain-embeddings.js";
import { parsePath, type Path } from "./item-texts.js";

/** Life of items. */
export interface MemoryBaseStoreTtl {
  /** Life of items put without one, in minutes, more than 0. @defaultValue no end */
  readonly defaultMinutes?: number | undefined;
  /**
   * Lets `get` and `search` restart the life of what they return, if a quarter of it has passed:
   * that writes a version. Failed writes do not fail reads. @defaultValue `false`
   */
  readonly refreshOnRead?: boolean | undefined;
}

/** Options of `MemoryBaseStore`. Only `memory` is needed. */
export interface MemoryBaseStoreOptions {
  /** View whose scopes are the namespaces. The caller closes it. */
  readonly memory: Memory;
  /**
   * Ranks by cosine similarity with these LangChain embeddings, in vector spaces that the memory's
   * recall ignores. `fields` are indexed, by default the whole value: up to 32 texts of an item
   * have a vector each, the last one joins the rest. Items put with another `index` have to be put
   * again. @defaultValue the memory's own recall
   */
  readonly index?: IndexConfig | undefined;
  /**
   * Name of the vector space of `index`, not blank, at most 480 characters. Two models must never
   * share one, so set it wherever a class runs several models without naming them. @defaultValue
   * class, model or Azure deployment, and `dims` of the embeddings, if they name one
   */
  readonly embedderId?: string | undefined;
  /**
   * Paths of the texts to index, without `index`: `title`, `meta.title`, `chapters[*].text`,
   * `tags[-1]`, `{title,text}`, `*`, or `$` for the whole value as JSON. @defaultValue `["$"]`
   */
  readonly fields?: readonly string[] | undefined;
  /** Life of items. @defaultValue no end */
  readonly ttl?: MemoryBaseStoreTtl | undefined;
  /** Origin of the items. @defaultValue `"user"` */
  readonly origin?: Origin | undefined;
  /** Clock of `refreshOnRead`. @defaultValue the system's clock */
  readonly clock?: (() => Date) | undefined;
}

/** Limit of `embedderId`, which is part of a longer id. */
const MAX_ID_LENGTH = 480;
const MEMBERS = ["memory", "index", "embedderId", "fields", "ttl", "origin", "clock"];

/** Checks options and fills in defaults. */
export function resolveStoreOptions(options: MemoryBaseStoreOptions): StoreSettings {
  checkMembers(options, "options", MEMBERS);
  const { memory, index, embedderId, fields, ttl = {}, origin = "user" } = options;
  const { clock = () => new Date() } = options;
  // Refuses a memory that is no view or has several layers, and so no single place to write to.
  memoryVectors(memory);
  if (index !== undefined) checkIndex(index);
  if (index !== undefined && fields !== undefined) {
    const allowed = "left out with options.index, which has fields of its own";
    throw invalidInput("options.fields", allowed);
  }
  if (index === undefined && embedderId !== undefined) {
    throw invalidInput("options.embedderId", "left out without options.index");
  }
  checkMembers(ttl, "options.ttl", ["defaultMinutes", "refreshOnRead"]);
  checkFunction(clock, "options.clock");
  const { defaultMinutes, refreshOnRead = false } = ttl;
  const [paths, name] = index ? [index.fields, "options.index.fields"] : [fields, "options.fields"];
  return {
    memory,
    embedder: index && toEmbedder(index, embedderId),
    paths: checkTexts(paths ?? ["$"], name, MAX_NAME_LENGTH).map((path, position) =>
      parsePath(path, `${name}[${position}]`),
    ),
    origin: checkOneOf(origin, "options.origin", ORIGINS),
    defaultTtlMs:
      defaultMinutes === undefined
        ? undefined
        : ttlToMs(defaultMinutes, "options.ttl.defaultMinutes"),
    refreshOnRead: checkBoolean(refreshOnRead, "options.ttl.refreshOnRead"),
    clock: checkedClock(clock),
  };
}

function checkIndex(index: IndexConfig): void {
  checkMembers(index, "options.index", ["dims", "embeddings", "fields"]);
  checkNumber(index.dims, "options.index.dims", { min: 1, integer: true });
  checkMethods(index.embeddings, "options.index.embeddings", ["embedDocuments", "embedQuery"]);
}

function toEmbedder(
  { dims: dimensions, embeddings }: IndexConfig,
  embedderId: string | undefined,
): NonNullable<StoreSettings["embedder"]> {
  const name = embedderId ?? embeddingsId(embeddings, dimensions);
  checkText(name, "options.embedderId", MAX_ID_LENGTH);
  // Brackets keep the space apart from those of the memory's embedders and their further texts.
  return fromLangChainEmbeddings(embeddings, { id: `langgraph(${name})`, dimensions });
}

const MS_PER_MINUTE = 60_000;
/** Core's limit of 1,000 years, in minutes. */
const MAX_TTL_MINUTES = 1_000 * 366 * 24 * 60;

/** Options with defaults filled in. */
export interface StoreSettings {
  readonly memory: Memory;
  /** Embedder to rank by; absent if the memory ranks. */
  readonly embedder?: Embedder | undefined;
  /** Paths of the indexed texts. */
  readonly paths: readonly Path[];
  readonly origin: Origin;
  readonly defaultTtlMs?: number | undefined;
  readonly refreshOnRead: boolean;
  readonly clock: () => Date;
}

/** Converts minutes to milliseconds; `null` means no end. */
export function ttlToMs(minutes: unknown, name: string): number | undefined {
  if (minutes === null) return undefined;
  return checkNumber(minutes, name, { above: 0, max: MAX_TTL_MINUTES }) * MS_PER_MINUTE;
}

/** Members that name the model. For Azure only the deployment says which model answers. */
const MODEL_MEMBERS = ["model", "modelName", "azureOpenAIApiDeploymentName"] as const;
/** Class names without meaning. */
const NO_NAMES: ReadonlySet<string> = new Set(["", "Object", "anonymous"]);

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns a name for a vector space: class, model and width of the embeddings, or the id of an
 * embedder. Caches are named after the embeddings they wrap.
 */
function embeddingsId(embeddings: object, dimensions: number): string {
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
    const allowed = "given, since the embeddings name neither a model nor a class";
    throw invalidInput("options.embedderId", allowed);
  }
  return `langchain/${[className, ...new Set(models)].filter(isName).join("/")}@${dimensions}`;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
