import type { Memory, Origin } from "@kioku/core";
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

import { fromLangChainEmbeddings } from "../embeddings/from-lang-chain-embeddings.js";
import { embeddingsId } from "./embed/embeddings-id.js";
import { ttlToMs } from "./store-settings.js";
import type { StoreSettings } from "./store-settings.js";
import { parsePath } from "./text/parse-path.js";

/** How long items live. */
export interface MemoryBaseStoreTtl {
  /** Life of an item whose put says none, in minutes, more than 0. @defaultValue no end */
  readonly defaultMinutes?: number | undefined;
  /**
   * Whether `get` and `search` give what they return its whole life again. They write then, each
   * time a version of the item, but only when a quarter of the life has passed: so the life after a
   * read is at least three quarters. Where that cannot be written, they read all the same.
   * @defaultValue `false`
   */
  readonly refreshOnRead?: boolean | undefined;
}

/** What `MemoryBaseStore` takes. Only `memory` is needed. */
export interface MemoryBaseStoreOptions {
  /** The view whose scopes are the namespaces. It belongs to the caller, and stays open. */
  readonly memory: Memory;
  /**
   * Rank by cosine similarity of vectors of these LangChain embeddings, as LangGraph's
   * `InMemoryStore` does. They live in spaces of their own, which the memory's recall never asks.
   * `fields` in it are what is indexed, by default the whole value: up to 32 texts of an item have
   * a vector each, those beyond are one with the last. Items that were put with another `index`
   * have to be put again to be found by this one.
   * @defaultValue queries are answered by the memory's own recall
   */
  readonly index?: IndexConfig | undefined;
  /**
   * Names the space of the vectors of `index`; not blank, at most 480 characters. Two models must
   * never have one name, so give it wherever a class can run several models without saying which:
   * their vectors would be compared. Needed where the embeddings name neither class nor model.
   * @defaultValue what the embeddings say of themselves: class, `model`, `modelName`, deployment at
   *   Azure, and `dims`
   */
  readonly embedderId?: string | undefined;
  /**
   * Paths into a value whose texts are indexed, without `index`: `title`, `meta.title`,
   * `chapters[*].text`, `tags[-1]`, `{title,text}`, `*`, and `$` for the whole value as JSON.
   * @defaultValue `["$"]`
   */
  readonly fields?: readonly string[] | undefined;
  /** How long items live. @defaultValue without end */
  readonly ttl?: MemoryBaseStoreTtl | undefined;
  /** Where the items come from. @defaultValue `"user"` */
  readonly origin?: Origin | undefined;
  /**
   * The time, by which `refreshOnRead` sees how much of a life has passed. @defaultValue the
   * system's clock
   */
  readonly clock?: (() => Date) | undefined;
}

/** Longest `embedderId`: shorter than ids of core, which it is a part of. */
const MAX_ID_LENGTH = 480;
const MEMBERS = ["memory", "index", "embedderId", "fields", "ttl", "origin", "clock"];

/** Checks the options and fills in the defaults. */
export function resolveStoreOptions(options: MemoryBaseStoreOptions): StoreSettings {
  checkMembers(options, "options", MEMBERS);
  const { memory, index, embedderId, fields, ttl = {}, origin = "user" } = options;
  const { clock = () => new Date() } = options;
  // Refuses what is no view, and a memory of several layers, which has no single place to write to.
  memoryVectors(memory);
  if (index !== undefined) checkIndex(index);
  if (index !== undefined && fields !== undefined) {
    throw invalidInput(
      "options.fields",
      "left out with options.index, which has fields of its own",
    );
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
    paths: checkTexts(paths ?? ["$"], name, MAX_NAME_LENGTH).map((path, place) =>
      parsePath(path, `${name}[${place}]`),
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
  // In brackets, so that it is neither the space of an embedder of the memory, nor one of the
  // further texts of another.
  return fromLangChainEmbeddings(embeddings, { id: `langgraph(${name})`, dimensions });
}
