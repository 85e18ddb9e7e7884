import assert from "node:assert/strict";

import { rejectsWith } from "../../rejects-with.js";
import { memoryCases } from "../memory-case.js";
import type { MemoryCase } from "../memory-case.js";
import { listed, remembered } from "../stored.js";

/** A scope is a wall. `isolationProbes` looks for holes in it at random; these say what it is. */
export const memoryIsolationCases: readonly MemoryCase[] = [
  ...memoryCases("isolation of memories", ["text", "bulk"], {
    async "a scope sees nothing of its parents, its siblings and what is below, unless it reaches below"({
      memory,
    }) {
      const [a, ab, b] = [memory.scope("a"), memory.scope("a", "b"), memory.scope("b")];
      for (const view of [memory, a, ab, b]) {
        await remembered(view, { content: `A wall around ${view.scopePath.join("/")}`, key: "k" });
      }
      const recalled = async (reach: "here" | "below"): Promise<string[]> => {
        const found = await a.recall({ query: "wall around", mode: "keyword", reach, limit: 100 });
        return found.map(({ scope }) => scope.join("/")).toSorted();
      };
      assert.deepEqual(await listed(a), ["A wall around a"]);
      assert.deepEqual(await recalled("here"), ["a"]);
      assert.deepEqual(await recalled("below"), ["a", "a/b"]);
      assert.equal(await ab.get("k"), "A wall around a/b");
      assert.deepEqual((await a.scopes()).items, [["a"], ["a", "b"]]);
    },
  }),
  ...memoryCases("isolation of memories", [], {
    async "an id of another scope is nobody's"({ memory }) {
      const [mine, other] = [memory.scope("mine"), memory.scope("other")];
      const { id } = await remembered(other, { content: "Theirs", trust: 0.3 });
      assert.equal(await mine.read(id), undefined);
      assert.deepEqual(await mine.history(id), []);
      assert.equal(await mine.markUsed(id), 0);
      assert.equal(await mine.forget(id, { purge: true }), 0);
      await rejectsWith("not-found", () => mine.update(id, { content: "Mine" }));
      await rejectsWith("not-found", () => mine.remember({ content: "Mine", supersedes: [id] }));
      const derived = await remembered(mine, { content: "Derived", sources: [id] });
      assert.equal(derived.trust, 0.5, "trust came from another scope");
      assert.equal((await other.read(id))?.version, 1);
    },
    async "events go to the listeners of their scope"({ memory }) {
      const heard: string[] = [];
      const listen = (
        name: string,
        view: typeof memory | ReturnType<typeof memory.scope>,
        reach?: "below",
      ): void =>
        view.on("remembered", ({ scope }) => heard.push(`${name} ${scope.join("/")}`), { reach });
      listen("a", memory.scope("a"));
      listen("a and below", memory.scope("a"), "below");
      listen("b", memory.scope("b"));
      listen("all", memory, "below");
      await remembered(memory.scope("a"), "In a");
      await remembered(memory.scope("a", "b"), "In a/b");
      assert.deepEqual(heard.toSorted(), [
        "a a",
        "a and below a",
        "a and below a/b",
        "all a",
        "all a/b",
      ]);
    },
  }),
];
