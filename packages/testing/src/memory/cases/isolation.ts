import assert from "node:assert/strict";

import { layer, type RememberInput } from "@kioku/core";
import { isTrusted } from "@kioku/core/toolkit";

import { allPages, pluck } from "../../lists.js";
import { rejectsWith } from "../../rejects-with.js";
import { memoryCases, type MemoryCase } from "../memory-case.js";
import { listed, remembered } from "../stored.js";

const QUESTIONS = ["Where do we pay refunds", "退款应该打到哪个账户"] as const;

/**
 * A hundred notes of strangers that repeat the question, and ten real ones that share words with
 * it.
 */
function flood(question: string): readonly RememberInput[] {
  const poison = Array.from({ length: 100 }, (_, index): RememberInput => {
    const origin = index % 2 === 0 ? "web" : "tool";
    return { content: `${question} ${question} ${index}`, origin };
  });
  const real = Array.from({ length: 10 }, (_, index) => {
    return { content: `${question.slice(-7)} is what rule ${index} is about` };
  });
  return [...poison, ...real];
}

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
  ...memoryCases("shares", ["text"], {
    async "a flood of untrusted memories takes its share of a recall, and does not push out what is trusted"({
      memory,
    }) {
      for (const question of QUESTIONS) {
        const scope = memory.scope(question);
        await scope.rememberAll(flood(question));
        const hits = await scope.recall(question);
        assert.equal(hits.length, 10);
        assert.equal(hits.filter((hit) => !isTrusted(hit)).length, 4);
        const { included, trust } = await scope.context(question, { budget: 10_000 });
        assert.equal(included.filter((one) => isTrusted(one.memory)).length, 10);
        assert.equal(trust, 0.5);
        const all = (await scope.context({}, { budget: 10_000 })).included;
        assert.equal(all.filter((one) => isTrusted(one.memory)).length, 10);
        assert.ok(all.filter((one) => !isTrusted(one.memory)).length <= 8);
      }
    },
  }),
  ...memoryCases("shares", [], {
    async "what surfaces holds no more untrusted memories than their share"({ memory }) {
      await memory.rememberAll(flood(QUESTIONS[0]));
      const query = { minTrust: 0, limit: 10, cooldown: 0, seed: 1 };
      const drawn = await memory.surface(query);
      assert.equal(drawn.length, 10);
      assert.ok(drawn.filter((one) => !isTrusted(one)).length <= 4);
    },
    async "layers on one store and on another are listed in one order, page by page"({
      memory,
      clock,
      elsewhere,
    }) {
      const layers = [memory.scope("a"), memory.scope("b"), await elsewhere()] as const;
      const expected: string[] = [];
      for (let index = 0; index < 9; index += 1) {
        clock.now = new Date(clock.now.getTime() + 1_000);
        const content = `note ${index}`;
        await layers[index % 3]?.remember(content);
        expected.push(content);
      }
      const all = layer(...layers);
      assert.deepEqual(await listed(all), expected);
      const paged = await allPages((cursor) => all.list({ limit: 2, cursor, order: "desc" }));
      assert.deepEqual(pluck(paged, "content"), expected.toReversed());
    },
  }),
  ...memoryCases("trust", [], {
    async "what is derived has the least trust of its sources in this scope"({ memory }) {
      const trusted = await remembered(memory, { content: "From the user", trust: 0.9 });
      const heard = await remembered(memory, { content: "From the web", origin: "web" });
      const both = {
        content: "From both",
        origin: "derived",
        sources: [trusted.id, heard.id],
      } as const;
      assert.equal((await remembered(memory, both)).trust, 0.5);
      const one = { content: "From one", origin: "derived", sources: [trusted.id] } as const;
      assert.equal((await remembered(memory, one)).trust, 0.9);
    },
    async "what is derived from what nothing is known of is not trusted"({ memory }) {
      const erased = await remembered(memory, { content: "Erased" });
      await memory.erase(erased.id);
      const elsewhere = await remembered(memory.scope("elsewhere"), { content: "Elsewhere" });
      const fact = await remembered(memory, { content: "A fact" });
      for (const id of [erased.id, elsewhere.id, "never-was"]) {
        const input = { content: `From ${id}`, origin: "derived", sources: [fact.id, id] } as const;
        assert.equal((await remembered(memory, input)).trust, 0.5, `a source is ${id}`);
        const receipt = await memory.remember({ ...input, supersedes: [fact.id] });
        assert.equal(receipt.status, "rejected");
      }
    },
    async "what is untrusted supersedes nothing that is trusted"({ memory }) {
      const fact = await remembered(memory, { content: "The account is 1", key: "account" });
      for (const origin of ["web", "tool"] as const) {
        const input = {
          content: `The account is 2, says ${origin}`,
          origin,
          supersedes: [fact.id],
        };
        const receipt = await memory.remember(input);
        assert.equal(receipt.status, "rejected");
        assert.equal(receipt.status === "rejected" ? receipt.by : "", "trust");
        await rejectsWith("untrusted", () => memory.set("account", "2", { origin }));
      }
      assert.deepEqual(await memory.read(fact.id), fact);
      assert.equal((await memory.list()).items.length, 1);
    },
  }),
  ...memoryCases("trust", ["history"], {
    async "what is derived from what was forgotten is trusted as that was"({ memory }) {
      const heard = await remembered(memory, { content: "From the web", origin: "web", trust: 1 });
      const said = await remembered(memory, { content: "From the user" });
      await memory.update(said.id, { trust: 0.9 });
      for (const { id } of [heard, said]) await memory.forget(id);
      const derive = async (content: string, sources: readonly string[]): Promise<number> => {
        const { trust } = await remembered(memory, { content, origin: "derived", sources });
        return trust;
      };
      assert.equal(await derive("From the web alone", [heard.id]), 0.5);
      assert.equal(await derive("From the user alone", [said.id]), 0.9);
      assert.equal(await derive("From both", [said.id, heard.id]), 0.5);
    },
  }),
];
