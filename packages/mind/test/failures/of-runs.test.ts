import type { Memory } from "@kioku/core";
import { describe, expect, test } from "vitest";

import { createMind, type MindEvents } from "../../src/index.js";
import {
  failingWorld,
  linesOf,
  operations,
  quoting,
  readMade,
  scriptedModel,
  STORES,
} from "./failing-world.js";

const NOOP = { op: "noop", sources: [] };
const HOUR_MS = 3_600_000;

describe.each(STORES)("on a store: %s", (store) => {
  test("F5: talk without news is looked at once, talk that an error hit is looked at again", async () => {
    let isDown = false;
    const { model, prompts } = scriptedModel(() => (isDown ? new Error("down") : operations(NOOP)));
    const { live, hear, mind, portrait } = failingWorld(store, { model });
    await live(["Hm.", "好的。"]);
    for (let run = 0; run < 5; run += 1) await mind.consolidate();
    expect(prompts).toHaveLength(1);
    await expect(mind.stats()).resolves.toMatchObject({ waiting: 0, runs: 1 });
    isDown = true;
    await hear(["I live in Porto.", "我喜欢爬山。"]);
    await expect(mind.consolidate()).rejects.toThrow("down");
    await expect(mind.stats()).resolves.toMatchObject({ waiting: 2, failures: 1 });
    isDown = false;
    await mind.consolidate();
    await mind.consolidate();
    expect(prompts).toHaveLength(3);
    expect(prompts[2]).toContain("Porto");
    expect(linesOf(await portrait())).toHaveLength(2);
  });

  test("F12: a talk that nobody returns to is consolidated by a sweep, also after a restart", async () => {
    const { mind, memory, clock } = failingWorld(store);
    const ana = mind.scope("tenants", "ana");
    await ana.session("once").hear(["I live in Porto.", "我对花生过敏。"].map(toTurn));
    const next = createMind({ memory, clock: () => clock.now, automatic: false });
    clock.now = new Date(clock.now.getTime() + 7 * HOUR_MS);
    await expect(next.sweep()).resolves.toMatchObject({ consolidated: 0 });
    clock.now = new Date(clock.now.getTime() + HOUR_MS);
    await expect(next.sweep()).resolves.toMatchObject({ consolidated: 1, failures: [] });
    const { text } = await ana.document({ document: "portrait" });
    expect(text).toContain("Porto");
    expect(text).toContain("花生");
    await expect(next.sweep()).resolves.toMatchObject({ consolidated: 0 });
  });

  test("F13: a job that never succeeds tells it: event, log, figures and sweep", async () => {
    const logged: string[] = [];
    const log = (message: string): unknown => logged.push(message);
    const { model } = scriptedModel(() => new Error("quota of Ana is used up"));
    const { mind, hear, clock, memory } = failingWorld(store, {
      model,
      automatic: true,
      schedule: () => () => undefined,
      logger: { warn: log, error: log },
      attempts: 4,
    });
    const failed: MindEvents["consolidation-failed"][] = [];
    mind.on("consolidation-failed", (event) => failed.push(event));
    await hear(Array.from({ length: 20 }, (_, index) => `I live in Porto, house ${index}.`));
    // Waits for the run that twenty turns have started.
    await mind.close();
    expect(failed).toMatchObject([{ scope: [], error: { message: "quota of Ana is used up" } }]);
    expect(logged).toEqual(["consolidation failed"]);
    const later = createMind({ memory, model, clock: () => clock.now, automatic: false });
    const stats = await later.stats();
    expect(stats).toMatchObject({ failures: 1, lastFailure: "Error", waiting: 20, runs: 0 });
    clock.now = new Date(clock.now.getTime() + HOUR_MS);
    const report = await later.sweep();
    expect(report).toMatchObject({ consolidated: 0, failures: [{ scope: [] }] });
    const { failures, retryAt } = await later.stats();
    expect(failures).toBe(2);
    expect(retryAt?.getTime()).toBe(clock.now.getTime() + 120_000);
  });

  test("F14: what is forgotten while a model answers is not undone by its answer", async () => {
    const said = "I live in Porto and my door code is 4711.";
    let ids: readonly string[] = [];
    const { model } = scriptedModel(async () => {
      await mind.erase(ids[0] ?? "");
      await mind.forget(ids[2] ?? "");
      const adds = [said, "我的猫叫小白", "I love tea"].map((text, index) => {
        return { op: "add", text, subject: "user", ...quoting(text, `t${index + 1}`) };
      });
      return operations(...adds);
    });
    const { mind, hear, memory, portrait } = failingWorld(store, { model });
    ids = await hear([said, "我的猫叫小白。", "I love tea."]);
    await mind.consolidate();
    await mind.consolidate();
    expect(linesOf(await portrait())).toEqual([expect.stringContaining("小白")]);
    const everything = JSON.stringify((await memory.list({ includeRetired: true })).items);
    expect(everything).not.toContain("4711");
    for (const { content, validTo } of await readMade(memory)) {
      expect(content.includes("tea") && validTo === undefined).toBe(false);
    }
  });

  test("F14: an abort is honoured while a model answers, and leaves all for the next run", async () => {
    const stop = new AbortController();
    const reason = new Error("stop");
    const asked = Promise.withResolvers<undefined>();
    const answer = Promise.withResolvers<object>();
    const { model } = scriptedModel(() => {
      asked.resolve(undefined);
      return answer.promise;
    });
    const { mind, hear, memory, clock } = failingWorld(store, { model });
    await hear(["I live in Porto."]);
    const run = mind.consolidate({ signal: stop.signal });
    await asked.promise;
    stop.abort(reason);
    await expect(run).rejects.toBe(reason);
    answer.resolve(operations(NOOP));
    await expect(readMade(memory)).resolves.toEqual([]);
    await expect(mind.stats()).resolves.toMatchObject({ waiting: 1, failures: 0 });
    const next = createMind({ memory, clock: () => clock.now, automatic: false });
    await expect(next.consolidate()).resolves.toMatchObject({ turns: 1 });
  });

  test("F16: one turn more never means much less: what is kept grows with what was said", async () => {
    const words: number[] = [];
    for (let count = 16; count <= 44; count += 2) {
      const { live, mind } = failingWorld(store);
      await live(Array.from({ length: count }, (_, index) => sentenceOf(index)));
      const { text } = await mind.document({ document: "portrait" });
      words.push(linesOf(text).join(" ").length / count);
    }
    const least = Math.min(...words);
    expect(least).toBeGreaterThan(0);
    const steps = words.slice(1).map((share, index) => share / (words[index] ?? 1));
    expect(Math.min(...steps)).toBeGreaterThan(0.8);
    expect(Math.max(...words) / least).toBeLessThan(1.5);
  });

  test(
    "F18: a run reads as much of a large memory as of a small one",
    { tags: "long" },
    async () => {
      const read: number[] = [];
      for (const stored of [100, 1500]) {
        const { mind, memory, clock, hear } = failingWorld(store);
        await hear(Array.from({ length: stored }, (_, index) => sentenceOf(index)));
        await mind.consolidate();
        clock.now = new Date(clock.now.getTime() + HOUR_MS);
        await hear(["I moved to Porto.", "我喜欢爬山。"], "next");
        const counted = countedMemory(memory);
        const other = createMind({
          memory: counted.memory,
          clock: () => clock.now,
          automatic: false,
        });
        await expect(other.consolidate()).resolves.toMatchObject({ turns: 2 });
        read.push(counted.count());
      }
      const [small = 0, large = 0] = read;
      expect(small).toBeGreaterThan(0);
      expect(large).toBeLessThan(small + 150);
    },
  );
});

/** Returns a memory that counts the records that it lists or reads. */
function countedMemory(memory: Memory): { readonly memory: Memory; readonly count: () => number } {
  let count = 0;
  const counted = new Proxy(memory, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      if (name === "list") {
        return async (...call: Parameters<Memory["list"]>) => {
          const page = await target.list(...call);
          count += page.items.length;
          return page;
        };
      }
      return member.bind(target);
    },
  });
  return { memory: counted, count: () => count };
}

/** Returns a sentence of its own, English or Chinese. */
function sentenceOf(index: number): string {
  const things = ["piano", "garden", "bicycle", "telescope", "kitchen"];
  return index % 3 === 0
    ? `我去年春天在里斯本买了第${index}本旧书。`
    : `I bought my ${things[index % 5] ?? ""} number ${index} in Lisbon last spring.`;
}

function toTurn(content: string): { readonly content: string } {
  return { content };
}
