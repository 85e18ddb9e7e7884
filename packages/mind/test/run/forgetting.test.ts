import { MemoryError } from "@kioku/core";
import { describe, expect, test } from "vitest";

import { recordToEpisode } from "../../src/records/episode-record.js";
import { consolidate } from "../../src/run/consolidate.js";
import { refuseClaims } from "../../src/run/refuse-claims.js";
import { sweepMinds } from "../../src/run/sweep.js";
import { watchedMemory } from "./faulty-memory.js";
import {
  listKind,
  replaceMember,
  say,
  sentences,
  STORES,
  testMind,
  type TestMind,
} from "./test-mind.js";

const SECRET = "I keep my spare key under the blue pot.";

describe.each(Object.entries(STORES))("what is forgotten %s", (_, store) => {
  test("does not come back by 50 runs nor by being said again", async () => {
    const mind = testMind({ store: store(), keepShare: 1 });
    const [id = ""] = await say(mind, [SECRET, ...sentences(3)]);
    await consolidate(mind.host);
    await erase(mind, id);
    for (let run = 0; run < 50; run += 1) {
      await say(mind, run % 10 === 0 ? [SECRET.toUpperCase()] : sentences(1, run));
      await consolidate(mind.host);
    }
    const records = [
      ...(await listKind(mind.memory, "fact")).items,
      ...(await listKind(mind.memory, "episode")).items,
    ];
    expect(records.length).toBeGreaterThan(10);
    const said = records.map(({ content }) => content.toLowerCase()).join("\n");
    expect(said).not.toContain("spare key");
  });

  test("leaves the rest of its episode, which the next run makes anew", async () => {
    const mind = testMind({ store: store() });
    const ids = await say(mind, [...sentences(5), SECRET, ...sentences(5, 5)]);
    await consolidate(mind.host);
    await erase(mind, ids[5] ?? "");
    expect((await listKind(mind.memory, "episode")).items).toStrictEqual([]);
    await consolidate(mind.host);
    const { items } = await listKind(mind.memory, "episode");
    const left = ids.filter((id) => id !== ids[5]);
    expect(items.map(({ sources }) => sources)).toStrictEqual([left]);
    const [episode] = items.flatMap((item) => recordToEpisode(item) ?? []);
    expect(episode?.number).toBe(1);
    expect(episode?.summary.length).toBeGreaterThan(0);
    const marks = await mind.memory.list({
      filter: { "@key": { $gt: "mind/rebuild/", $lt: "mind/rebuild0" } },
    });
    expect(marks.items).toStrictEqual([]);
  });

  test("leaves the rest of an episode that it takes along just after a run", async () => {
    const mind = testMind({ store: store() });
    const ids = await say(mind, [...sentences(5), SECRET, ...sentences(5, 5)]);
    const gone = ids[5] ?? "";
    const memory = watchedMemory(mind.memory, {
      after: async ({ verb }) => {
        // With what was derived from it, and before the run looks if it is still there.
        if (verb === "rememberAll") await mind.memory.erase(gone);
      },
    });
    await consolidate({ ...mind.host, memory });
    expect((await listKind(mind.memory, "episode")).items).toStrictEqual([]);
    await consolidate(mind.host);
    const { items } = await listKind(mind.memory, "episode");
    expect(items.map(({ sources }) => sources)).toStrictEqual([ids.filter((id) => id !== gone)]);
  });

  test("may keep a run from its end without an error, and the turns wait", async () => {
    const mind = testMind({ store: store() });
    await say(mind, sentences(3));
    const memory = replaceMember(mind.memory, {
      rememberAll: () => Promise.reject(new MemoryError("conflict", "a fact has changed")),
    });
    await expect(consolidate({ ...mind.host, memory })).resolves.toMatchObject({ turns: 0 });
    await expect(consolidate(mind.host)).resolves.toMatchObject({ turns: 3 });
  });

  test("is taken out of episodes by a sweep, too, when nothing else is due", async () => {
    const mind = testMind({ store: store() });
    const ids = await say(mind, [...sentences(5), SECRET]);
    await consolidate(mind.host);
    await erase(mind, ids[5] ?? "");
    await expect(sweepMinds(mind.host)).resolves.toMatchObject({ scopes: 1, consolidated: 0 });
    const { items } = await listKind(mind.memory, "episode");
    expect(items.map(({ sources }) => sources)).toStrictEqual([ids.slice(0, 5)]);
  });

  test("takes a whole episode along if no turn of it is left", async () => {
    const mind = testMind({ store: store() });
    const [id = ""] = await say(mind, [SECRET]);
    await consolidate(mind.host);
    await erase(mind, id);
    await consolidate(mind.host);
    const { items } = await mind.memory.list({ limit: 1000, includeRetired: true });
    expect(items.map(({ kind }) => kind)).not.toContain("episode");
    expect(JSON.stringify(items)).not.toMatch(/spare key/iu);
  });

  test("while a run plans is left out of what it writes", async () => {
    const mind = testMind({ store: store(), keepShare: 1 });
    const ids = await say(mind, [SECRET, ...sentences(8)]);
    // The run has read its turns by the time at which it asks for the last episode.
    let isErased = false;
    const memory = watchedMemory(mind.memory, {
      after: async ({ verb, number }) => {
        if (isErased || verb !== "list" || number < 6) return;
        isErased = true;
        await erase(mind, ids[0] ?? "");
      },
    });
    await consolidate({ ...mind.host, memory });
    expect(isErased).toBe(true);
    await expectWithout(mind, ids[0] ?? "");
    expect((await listKind(mind.memory, "fact")).items.length).toBeGreaterThan(3);
  });

  test("in the moment of writing is removed after it", async () => {
    const mind = testMind({ store: store(), keepShare: 1 });
    const ids = await say(mind, [SECRET, ...sentences(8)]);
    let isErased = false;
    const memory = watchedMemory(mind.memory, {
      before: async ({ verb }) => {
        if (isErased || verb !== "rememberAll") return;
        isErased = true;
        await mind.memory.erase(ids[0] ?? "");
      },
    });
    await consolidate({ ...mind.host, memory });
    await consolidate(mind.host);
    await expectWithout(mind, ids[0] ?? "");
    const { items } = await listKind(mind.memory, "episode");
    expect(items.map(({ sources }) => sources)).toStrictEqual([ids.slice(1)]);
  });

  test("takes a fact of it along, whose sentence proposes nothing more", async () => {
    const mind = testMind({ store: store(), keepShare: 1 });
    await say(mind, [SECRET]);
    await consolidate(mind.host);
    const [fact] = (await listKind(mind.memory, "fact")).items;
    if (!fact) throw new Error("no fact");
    await refuseClaims(mind.host, [fact]);
    await mind.memory.forget(fact.id);
    await say(mind, [SECRET]);
    await consolidate(mind.host);
    expect((await listKind(mind.memory, "fact")).items).toStrictEqual([]);
  });
});

async function erase(mind: TestMind, id: string): Promise<void> {
  const record = await mind.memory.read(id);
  if (record) await refuseClaims(mind.host, [record]);
  await mind.memory.erase(id);
}

async function expectWithout({ memory }: TestMind, id: string): Promise<void> {
  const { items } = await memory.list({ limit: 1000, includeRetired: true });
  const made = items.filter(({ kind }) => kind === "fact" || kind === "episode");
  expect(made.length).toBeGreaterThan(0);
  expect(made.filter(({ sources }) => sources.includes(id))).toStrictEqual([]);
  expect(made.map(({ content }) => content).join("\n")).not.toContain("spare key");
}
