import { createMemory, inMemoryStore, layer } from "@kioku/core";
import { describe, expect, it } from "vitest";

import {
  fromLangChainEmbeddings,
  toLangChainEmbeddings,
} from "../../src/embeddings/lang-chain-embeddings.js";
import { MemoryBaseStore } from "../../src/langgraph/memory-base-store.js";
import type { MemoryBaseStoreOptions } from "../../src/langgraph/store-options.js";
import { DirectionEmbeddings } from "../support/direction-embeddings.js";
import { errorOf } from "../support/error-of.js";
import { scoresOf, storeWorld } from "../support/langgraph-stores.js";

const memory = createMemory({ store: inMemoryStore() });
const embeddings = new DirectionEmbeddings();

async function refused(options: unknown): Promise<string> {
  const error = await errorOf(() => new MemoryBaseStore(options as MemoryBaseStoreOptions));
  expect(error.code).toBe("invalid-input");
  return error.message;
}

describe("options of MemoryBaseStore", () => {
  it("are refused where they cannot work, by their names", async () => {
    const cases: readonly (readonly [object, string])[] = [
      [{ memory: {} }, "memory must be a view"],
      [{ memory: layer(memory.scope("a"), memory.scope("b")) }, "memory must be a view"],
      [{ fild: [] }, 'options has no option "fild"'],
      [{ index: { dims: 0, embeddings } }, "options.index.dims must be"],
      [{ index: { dims: 2, embeddings: {} } }, "options.index.embeddings.embedDocuments"],
      [{ index: { dims: 2, embeddings, field: [] } }, 'options.index has no option "field"'],
      [
        { index: { dims: 2, embeddings, fields: ["a["] } },
        "options.index.fields[0] must be a path",
      ],
      [{ index: { dims: 2, embeddings }, fields: ["a"] }, "options.fields must be left out"],
      [{ index: { dims: 2, embeddings }, embedderId: " " }, "embedderId must be"],
      [
        { index: { dims: 2, embeddings }, embedderId: "x".repeat(481) },
        "options.embedderId must be at most 480",
      ],
      [{ embedderId: "x" }, "options.embedderId must be left out"],
      [{ fields: "text" }, "options.fields must be a list"],
      [{ fields: ["a}"] }, "options.fields[0] must be a path"],
      [{ ttl: 5 }, "options.ttl must be an object"],
      [{ ttl: { minutes: 5 } }, 'options.ttl has no option "minutes"'],
      [{ ttl: { defaultMinutes: 0 } }, "options.ttl.defaultMinutes must be"],
      [{ ttl: { refreshOnRead: 1 } }, "options.ttl.refreshOnRead must be true or false"],
      [{ origin: "model" }, "options.origin must be one of user"],
      [{ clock: 5 }, "options.clock must be a function"],
    ];
    for (const [options, message] of cases) {
      expect(await refused({ memory, ...options })).toContain(message);
    }
    expect(await refused(undefined)).toContain("options must be an object");
    const store = new MemoryBaseStore({ memory });
    const unknown = { live: 5 } as object;
    const put = store.put(["a"], "k", {}, undefined, unknown);
    expect((await errorOf(() => put)).message).toContain('options has no option "live"');
  });
});

/** The spaces that stores with these embeddings write to. */
async function spacesOf(
  ...stores: readonly Pick<MemoryBaseStoreOptions, "index" | "embedderId">[]
): Promise<readonly string[]> {
  const { memory: own } = storeWorld();
  for (const options of stores) {
    await new MemoryBaseStore({ memory: own, ...options }).put(["docs"], "k", { text: "apple" });
  }
  return (await own.spaces()).map(({ id }) => id);
}

function index(model: string): MemoryBaseStoreOptions["index"] {
  return { dims: 2, embeddings: new DirectionEmbeddings(model) };
}

function deployed(name: string): MemoryBaseStoreOptions["index"] {
  const own = new DirectionEmbeddings("text-embedding-ada-002");
  Object.assign(own, { modelName: own.model, azureOpenAIApiDeploymentName: name });
  return { dims: 2, embeddings: own };
}

describe("the space of the vectors", () => {
  it("is named after class, model and width of the embeddings", async () => {
    expect(await spacesOf({ index: index("a") }, { index: index("b") })).toEqual([
      "langgraph(langchain/DirectionEmbeddings/a@2)",
      "langgraph(langchain/DirectionEmbeddings/b@2)",
    ]);
    expect(await spacesOf({ index: index("") })).toEqual([
      "langgraph(langchain/DirectionEmbeddings@2)",
    ]);
  });

  it("is named after the embeddings that a cache keeps, and not after the cache", async () => {
    const cache = new DirectionEmbeddings("cache");
    Object.assign(cache, { underlyingEmbeddings: new DirectionEmbeddings("inner") });
    expect(await spacesOf({ index: { dims: 2, embeddings: cache } })).toEqual([
      "langgraph(langchain/DirectionEmbeddings/inner@2)",
    ]);
  });

  it("is named after the deployment of embeddings of Azure", async () => {
    expect(await spacesOf({ index: deployed("small") }, { index: deployed("large") })).toEqual([
      "langgraph(langchain/DirectionEmbeddings/text-embedding-ada-002/large@2)",
      "langgraph(langchain/DirectionEmbeddings/text-embedding-ada-002/small@2)",
    ]);
  });

  it("has to be named where the embeddings say neither model nor class", async () => {
    const methods = {
      embedDocuments: async (texts: string[]) => texts.map(() => [1, 0]),
      embedQuery: async () => [1, 0],
    };
    const bare: object = Object.assign(Object.create(null) as object, methods);
    const nameless = new (class extends DirectionEmbeddings {})("");
    Object.defineProperty(nameless.constructor, "name", { value: "" });
    const odd: object = { ...methods, constructor: 7, model: {}, modelName: " " };
    const loop: Record<string, unknown> = { ...methods };
    loop["underlyingEmbeddings"] = loop;
    for (const own of [methods, bare, nameless, odd, loop]) {
      const unknown = { dims: 2, embeddings: own as DirectionEmbeddings };
      const message = await refused({ memory, index: unknown });
      expect(message).toContain("options.embedderId must be given");
      expect(await spacesOf({ index: unknown, embedderId: "own" })).toEqual(["langgraph(own)"]);
    }
    const named = Object.assign(bare, { model: "m" });
    expect(
      await spacesOf({ index: { dims: 2, embeddings: named as DirectionEmbeddings } }),
    ).toEqual(["langgraph(langchain/m@2)"]);
  });

  it("is the one that the host names", async () => {
    expect(await spacesOf({ index: index("a"), embedderId: "fruit@2" })).toEqual([
      "langgraph(fruit@2)",
    ]);
  });

  it("is never that of the memory's own embedder", async () => {
    const embedder = fromLangChainEmbeddings(embeddings, { id: "fruit@2", dimensions: 2 });
    const fields = ["texts[*]"];
    for (const own of [
      { index: { dims: 2, embeddings, fields }, embedderId: "fruit@2" },
      { index: { dims: 2, embeddings: toLangChainEmbeddings(embedder), fields } },
    ]) {
      const world = storeWorld({ embedder, ...own });
      await world.memory.remember("an apple");
      await world.store.batch([
        { namespace: ["a"], key: "k", value: { texts: ["pear", "apple"] } },
        { namespace: ["b"], key: "k", value: { texts: ["pear"] } },
      ]);
      expect(scoresOf(await world.store.search([], { query: "apple" }))).toEqual([
        ["k", 1],
        ["k", 0],
      ]);
      expect((await world.memory.spaces()).map(({ id }) => id)).toEqual([
        "fruit@2",
        "langgraph(fruit@2)",
        "langgraph(fruit@2)#2",
      ]);
      const meant = await world.memory.recall({ query: "apple", reach: "below", mode: "semantic" });
      expect(meant.map(({ content }) => content)).toEqual(["an apple"]);
    }
  });

  it("is no space of a further text of another", async () => {
    const own = storeWorld();
    const fields = ["texts[*]"];
    const [one, two] = ["a", "a#2"].map(
      (embedderId) =>
        new MemoryBaseStore({
          memory: own.memory,
          index: { dims: 2, embeddings, fields },
          embedderId,
        }),
    );
    await one?.put(["docs"], "k", { texts: ["pear", "apple"] });
    expect(scoresOf((await two?.search([], { query: "apple" })) ?? [])).toEqual([["k", undefined]]);
  });
});
