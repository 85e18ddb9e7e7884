import { cachedEmbedder, fallbackEmbedder } from "@kioku/plugins/embedders";
import { wordEmbedder, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMemory, inMemoryStore } from "../../src/index.js";
import type { DegradedEvent, QueryExpander } from "../../src/index.js";
import type { ExpandedQuery, FurtherTerm, QueryExpansion } from "../../src/toolkit/index.js";

const FACTS = ["The cat sleeps", "A dog barks", "My hound runs", "Fish swim"];

function expander(expansion: QueryExpansion, name = "test/expander"): QueryExpander {
  return { name, expand: () => expansion };
}

function further(term: string, standsFor: string, weight = 0.8): FurtherTerm {
  return { term, standsFor, weight };
}

async function found(
  expanders: QueryExpander | readonly QueryExpander[] | false,
  query: string,
): Promise<readonly string[]> {
  const { memory } = testMemory({ expander: expanders, embedder: undefined });
  await memory.rememberAll(FACTS);
  return (await memory.recall({ query, minScore: 0 })).map(({ content }) => content);
}

test("a further term finds what the query's own words do not, behind what they find", async () => {
  const synonym = expander({ further: [further("hound", "dog")] });
  expect(await found(synonym, "dog")).toEqual(["A dog barks", "My hound runs"]);
  expect(await found(false, "dog")).toEqual(["A dog barks"]);
});

test("weights of the query's terms decide which counts more", async () => {
  const query = "cat dog";
  expect((await found(expander({ weights: [1, 0.2] }), query))[0]).toBe("The cat sleeps");
  expect((await found(expander({ weights: [0.2, 1] }), query))[0]).toBe("A dog barks");
});

test("several expanders count together", async () => {
  const both = [
    expander({ weights: [0.2], further: [further("hound", "dog")] }),
    expander({ further: [further("hound", "dog", 0.3), further("fish", "cat", 0.9)] }, "second"),
  ];
  const all = await found(both, "dog cat");
  expect(all).toEqual(["The cat sleeps", "Fish swim", "A dog barks", "My hound runs"]);
});

test("an expander is shown the text and the terms", async () => {
  const shown: ExpandedQuery[] = [];
  const watching: QueryExpander = {
    name: "test/watching",
    expand: async (query) => {
      shown.push(query);
      return {};
    },
  };
  await found(watching, "Where do the cats sleep?");
  expect(shown).toEqual([{ text: "Where do the cats sleep?", terms: ["cat", "sleep"] }]);
});

test("what is no weight, no term, or stands for no term of the query is left out", async () => {
  const bad = [
    further("fish", "dog", 0),
    further("fish", "dog", Number.NaN),
    further("fish", "dog", 2),
    further("fish", "cow"),
    { ...further("", "dog"), term: 3 as unknown as string },
  ];
  expect(await found(expander({ weights: [-1], further: bad }), "dog")).toEqual(["A dog barks"]);
});

test("a recall goes on without an expander that fails, and is degraded", async () => {
  const failing: QueryExpander = {
    name: "test/failing",
    expand: () => {
      throw new Error("no dictionary");
    },
  };
  const { memory } = testMemory({ expander: failing, embedder: undefined });
  const degraded: DegradedEvent[] = [];
  memory.on("degraded", (event) => degraded.push(event));
  await memory.remember("A dog barks");
  expect(await memory.recall("dog")).toHaveLength(1);
  expect(degraded).toMatchObject([
    { during: "recall", reason: "expander test/failing failed", cause: new Error("no dictionary") },
  ]);
});

test("an embedder brings its expander, through a cache and a fallback as well", async () => {
  const bringing = Object.assign(wordEmbedder(), {
    expander: expander({ further: [further("hound", "dog")] }),
  });
  for (const embedder of [bringing, cachedEmbedder(bringing), fallbackEmbedder([bringing])]) {
    for (const [off, count] of [
      [undefined, 2],
      [false, 1],
    ] as const) {
      const memory = createMemory({ store: inMemoryStore(), embedder, expander: off });
      await memory.rememberAll(FACTS);
      expect(await memory.recall({ query: "dog", mode: "keyword", minScore: 0 })).toHaveLength(
        count,
      );
    }
  }
});

test("an expander without a name or a method is refused", () => {
  const store = inMemoryStore();
  const wrong = { name: "", expand: () => ({}) };
  expect(() => createMemory({ store, expander: wrong })).toThrow(/expander.name/);
  const none = [{ name: "a" } as unknown as QueryExpander];
  expect(() => createMemory({ store, expander: none })).toThrow(/expander/);
});
