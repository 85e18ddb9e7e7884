import type { MemoryRecord } from "@kioku/core";
import { describe, expect, test } from "vitest";

import type { Mind } from "../../src/index.js";
import { know, live, say, STORES, testMind } from "../support/mind-test.js";

async function portraitOf(mind: Mind): Promise<readonly string[]> {
  const { blocks } = await mind.document({ document: "portrait" });
  return blocks.flatMap(({ sentences }) => sentences.map(({ text }) => text));
}

const REMOVALS = {
  forget: (mind: Mind, target: string | { readonly key: string }) => mind.forget(target),
  purge: (mind: Mind, target: string | { readonly key: string }) =>
    mind.forget(target, { purge: true }),
  erase: (mind: Mind, target: string | { readonly key: string }) => mind.erase(target),
};
const CASES = STORES.flatMap((store) =>
  (["forget", "purge", "erase"] as const).map((verb) => ({ store, verb })),
);

describe.each(CASES)("$verb on a store: $store", ({ store, verb }) => {
  const remove = REMOVALS[verb];

  test("takes along what was made of a turn alone", async () => {
    const { mind, memory } = testMind(store);
    const turn = await say(memory, "I own a boat.", { thread: "t" });
    const fact = await know(memory, [turn]);
    const episode = await live(memory, [turn]);
    const other = await know(memory, [await say(memory, "I own a car.")]);
    await remove(mind, turn.id);
    expect(await memory.read(fact.id)).toBeUndefined();
    expect(await memory.read(episode.id)).toBeUndefined();
    expect(await memory.read(other.id)).toEqual(other);
    expect(await portraitOf(mind)).toEqual(["I own a car."]);
  });

  test("leaves a fact that other turns prove, without the source that is gone", async () => {
    const { mind, memory } = testMind(store);
    const first = await say(memory, "I own a boat.");
    const again = await say(memory, "Yes, I own a boat. It is blue.");
    await know(memory, [first, again]);
    await remove(mind, first.id);
    const { blocks } = await mind.document({ document: "portrait" });
    expect(blocks[0]?.sentences).toMatchObject([{ text: "I own a boat.", sources: [again.id] }]);
    const why = await mind.why("I own a boat.");
    expect(why?.quotes.map(({ source }) => source)).toEqual([again.id]);
    expect(why).toMatchObject({ reason: "worth keeping", run: "run-1" });
    const facts = await memory.list({ kinds: ["fact"], includeRetired: true });
    expect(facts.items).toHaveLength(1);
    expect(facts.items[0]?.sources).toEqual([again.id]);
    const versions = await memory.history(facts.items[0]?.id ?? "");
    const quoted = versions.some(({ record }) => record?.sources.includes(first.id) === true);
    expect(quoted).toBe(verb === "forget");
  });

  test("takes along a fact of which a word stood in the turn alone", async () => {
    const { mind, memory } = testMind(store);
    const boat = await say(memory, "I own a boat called Nautilus.");
    const weak = await say(memory, "I own a boat.");
    await know(memory, [boat, weak]);
    await remove(mind, boat.id);
    expect(await portraitOf(mind)).toEqual([]);
  });

  test("of a fact leaves the turn", async () => {
    const { mind, memory } = testMind(store);
    const turn = await say(memory, "I own a boat.");
    const fact = await know(memory, [turn]);
    await remove(mind, { key: fact.key ?? "" });
    expect(await portraitOf(mind)).toEqual([]);
    expect(await memory.read(turn.id)).toEqual(turn);
  });

  test("takes along reminders that the turn asked for", async () => {
    const { mind } = testMind(store);
    const [receipt] = await mind.session("t").hear("Remind me on Friday to call Ben.");
    expect(await mind.reminders()).toHaveLength(1);
    if (receipt?.status === "stored") await remove(mind, receipt.record.id);
    expect(await mind.reminders()).toEqual([]);
  });
});

describe.each(STORES)("forgetting on a store: %s", (store) => {
  test("reaches scopes below by a filter, and keeps to those of the turns", async () => {
    const { mind, memory } = testMind(store);
    const ana = memory.scope("ana", "work");
    const turn = await say(ana, "I own a boat.", { thread: "secret" });
    await know(ana, [turn]);
    const other = await say(memory.scope("ben"), "I own a car.", { thread: "plain" });
    await know(memory.scope("ben"), [other]);
    const filter = { "@thread": "secret" };
    expect(await mind.forget({ filter }, { reach: "below" })).toBe(1);
    expect(await portraitOf(mind.scope("ana", "work"))).toEqual([]);
    expect(await portraitOf(mind.scope("ben"))).toEqual(["I own a car."]);
  });

  test("only counts with dryRun", async () => {
    const { mind, memory } = testMind(store);
    const turn = await say(memory, "I own a boat.");
    await know(memory, [turn]);
    const before = (await memory.list()).items;
    expect(await mind.forget(turn.id, { dryRun: true })).toBe(1);
    expect((await mind.erase(turn.id, { dryRun: true })).derived).toHaveLength(1);
    expect((await memory.list()).items).toEqual(before);
  });

  test("forgets and erases everything", async () => {
    const { mind, memory } = testMind(store);
    await know(memory, [await say(memory, "I own a boat.")]);
    expect(await mind.forget({ everything: true }, { dryRun: true })).toBe(2);
    expect(await mind.forget({ everything: true })).toBe(2);
    await mind.erase({ everything: true });
    expect((await memory.list()).items).toEqual([]);
  });

  test("changes nothing when it is refused or aborted", async () => {
    const { mind, memory } = testMind(store);
    const turn = await say(memory, "I own a boat.");
    await know(memory, [turn]);
    const before = (await memory.list()).items;
    const calls = [
      () => mind.forget(turn.id, { ifVersion: 7 }),
      () => mind.forget({ id: turn.id } as unknown as string),
      () => mind.forget(turn.id, { hard: true } as object),
      () => mind.forget(turn.id, { signal: AbortSignal.abort() }),
      () => mind.erase(turn.id, { signal: AbortSignal.abort() }),
      () => mind.erase(turn.id, { scrub: 1 as unknown as boolean }),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow(/./u);
    expect((await memory.list()).items).toEqual(before);
  });

  test("counts nothing for what is not there", async () => {
    const { mind } = testMind(store);
    expect(await mind.forget("nothing")).toBe(0);
    expect(await mind.forget({ key: "nothing" })).toBe(0);
    expect((await mind.erase("nothing")).records).toEqual([]);
  });
});

test("forgets a fact that less trusted turns cannot carry on", async () => {
  const { mind, memory } = testMind();
  const sure = await say(memory, "I own a boat.");
  const unsure: MemoryRecord = await say(memory, "I own a boat.", { trust: 0.3 });
  await know(memory, [sure, unsure]);
  await mind.forget(sure.id);
  for (const text of await portraitOf(mind)) expect(text).toBe("I own a boat.");
  const { items } = await memory.list({ kinds: ["fact"] });
  for (const { trust } of items) expect(trust).toBeLessThanOrEqual(0.3);
});
