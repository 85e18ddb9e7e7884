import { layer } from "@kioku/core";
import { expect, test } from "vitest";

import { permittedMemory } from "../../src/access/permitted-memory.js";
import { rulesWith } from "../access/rules.js";
import { collect } from "../support/collect.js";
import { VirtualTime } from "../support/virtual-time.js";
import { databaseFile, FeedWorld, gate, until, worldOn } from "./feed-world.js";

test("new records and new versions are delivered once each, in the order of commit, with their view", async () => {
  const world = new FeedWorld();
  const { memory } = world;
  const feed = await world.start();
  const receipt = await memory.remember("one");
  const id = receipt.status === "rejected" ? "" : receipt.record.id;
  await memory.update(id, { content: "one, changed" });
  await memory.scope("a/b").set("k", 1);
  await memory.scope("a/b").set("k", 2);
  await memory.rememberAll(["two", "three"]);
  await feed.settled();
  expect(world.contents.filter((content) => !content.startsWith("k"))).toEqual([
    "one",
    "one, changed",
    "two",
    "three",
  ]);
  expect(world.contents.filter((content) => content.startsWith("k"))).toEqual(["k: 1", "k: 2"]);
  expect(world.heard[0]?.eventId).toBe(`${id}@1`);
  expect(world.heard[1]?.eventId).toBe(`${id}@2`);
  const below = world.heard.find(({ record }) => record.value === 2);
  expect(below?.eventId).toBe(`a%2Fb/${below?.record.id}@2`);
  expect(below?.memory.scopePath).toEqual(["a/b"]);
  expect(await below?.memory.get("k")).toBe(2);
});

test("with reach here, scopes below are not heard", async () => {
  const world = new FeedWorld();
  const feed = await world.start({ reach: "here" });
  await world.memory.scope("a").remember("below");
  await world.memory.remember("here");
  world.time.advance(10_000);
  await feed.settled();
  expect(world.contents).toEqual(["here"]);
});

test("corners of skills and notes of runtimes are not heard, wherever they are", async () => {
  const world = new FeedWorld();
  const { memory } = world;
  const feed = await world.start();
  await memory.scope("skills", "nav").remember("a corner");
  await memory.scope("skills", "nav", "deep").remember("below a corner");
  await memory.scope("acme", "user", "skills", "nav").remember("a corner of a memory below");
  await memory.scope("acme", "skills").remember("notes of a runtime below");
  await memory.scope("Skills", "nav").remember("looks alike");
  world.time.advance(10_000);
  await feed.settled();
  expect(world.contents).toEqual(["looks alike"]);
});

test("a feed that starts for the first time delivers nothing old, however much of it there is", async () => {
  const world = new FeedWorld();
  const { memory, time } = world;
  await memory.rememberAll(
    Array.from({ length: 1_500 }, (_, index) => `old ${index}`),
    {},
  );
  await memory.set("k", "old");
  await memory.set("k", "old, too");
  time.advance(10);
  const feed = await world.start();
  await feed.settled();
  await memory.set("k", "new");
  time.advance(10_000);
  await feed.settled();
  expect(world.contents).toEqual(["k: new"]);
});

test("what was written while no feed ran is delivered at the next start, every version of it, and nothing twice", async () => {
  const world = new FeedWorld();
  const { memory, time } = world;
  const first = await world.start();
  await memory.set("k", "heard");
  await first.settled();
  await first.close();
  time.advance(3_600_000);
  await memory.set("k", "not heard");
  await memory.set("k", "not heard either");
  await memory.remember("another one");
  time.advance(3_600_000);
  const second = await world.start();
  await second.settled();
  expect(world.contents).toEqual([
    "k: heard",
    "k: not heard",
    "k: not heard either",
    "another one",
  ]);
  await second.close();
  const third = await world.start();
  await third.settled();
  expect(world.heard).toHaveLength(4);
});

test("what is gone by the time it is delivered late is passed over", async () => {
  const world = new FeedWorld();
  const { memory, time } = world;
  await (await world.start()).close();
  await memory.remember({ content: "expired", ttlMs: 1_000 });
  await memory.remember({ content: "forgotten", key: "f" });
  await memory.remember({ content: "erased", key: "e" });
  const old = await memory.remember("replaced");
  await memory.forget({ key: "f" });
  await memory.erase({ key: "e" });
  const ids = old.status === "rejected" ? [] : [old.record.id];
  await memory.remember({ content: "what replaces it", supersedes: ids });
  time.advance(2_000);
  const feed = await world.start();
  await feed.settled();
  // The replaced version is still delivered, since nothing tells that it was not.
  expect(world.contents.toSorted()).toEqual(["replaced", "what replaces it"]);
});

test("a name of its own is a feed of its own", async () => {
  const world = new FeedWorld();
  const one = await world.start({ name: "one" });
  await world.memory.remember("first");
  await one.settled();
  const two = await world.start({ name: "two" });
  await two.settled();
  expect(world.contents).toEqual(["first"]);
  await world.memory.remember("second");
  await one.settled();
  await two.settled();
  expect(world.contents).toEqual(["first", "second", "second"]);
});

test("the skills that led to a write are known to whoever delivers it, also in another process", async () => {
  const path = databaseFile();
  const world = worldOn(path);
  const other = worldOn(path, world.time.clock);
  const feed = await world.start();
  const rules = rulesWith({ write: [{ path: [] }] }, { skill: "b", causePath: ["a"] });
  const seen = permittedMemory(world.memory, rules);
  await seen.remember("by a skill", { cause: "skills[x>y] forged", actor: "y" });
  await world.memory.remember("by nobody", { actor: "host", cause: "skills[x>y] forged" });
  await permittedMemory(other.memory, rules).remember("by a skill elsewhere");
  await feed.settled();
  world.time.advance(10_000);
  await feed.settled();
  const causePaths = new Map(
    world.heard.map(({ record, causePath }) => [record.content, causePath]),
  );
  expect(causePaths).toEqual(
    new Map([
      ["by a skill", ["a", "b"]],
      ["by nobody", []],
      ["by a skill elsewhere", ["a", "b"]],
    ]),
  );
});

test("what another process writes is found by polling, once, also when its clock is behind", async () => {
  const path = databaseFile();
  const world = worldOn(path);
  const { time } = world;
  const other = worldOn(path, () => new Date(time.clock().getTime() - 30_000));
  const feed = await world.start({ pollMs: 1_000 });
  await feed.settled();
  for (let round = 0; round < 120; round += 1) {
    await other.memory.remember(`from another process ${round}`);
    await world.memory.remember(`from this process ${round}`);
    await feed.settled();
    time.advance(1_000);
    await feed.settled();
  }
  expect(world.heard).toHaveLength(240);
  expect(new Set(world.contents).size).toBe(240);
});

test("without polling, what another process wrote is found at the next start", async () => {
  const path = databaseFile();
  const world = worldOn(path);
  const { time } = world;
  const other = worldOn(path, time.clock);
  const feed = await world.start();
  await feed.settled();
  await other.memory.remember("by another process");
  time.advance(3_600_000);
  await feed.close();
  expect(world.contents).toEqual([]);
  const again = await world.start();
  await again.settled();
  expect(world.contents).toEqual(["by another process"]);
});

test("several writers at once lose nothing and nothing comes twice", async () => {
  const path = databaseFile();
  const world = worldOn(path);
  const writers = [world, worldOn(path, world.time.clock), worldOn(path, world.time.clock)];
  const feed = await world.start({ pollMs: 100 });
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(
      writers.flatMap(({ memory }, writer) =>
        ["a", "b"].map((scope) => memory.scope(scope).remember(`${writer} ${scope} ${round}`)),
      ),
    );
    world.time.advance(100);
  }
  await feed.settled();
  world.time.advance(100);
  await feed.settled();
  expect(world.contents.toSorted()).toHaveLength(60);
  expect(new Set(world.contents).size).toBe(60);
  for (const own of ["0 a", "0 b"]) {
    const rounds = world.contents.filter((content) => content.startsWith(own));
    expect(rounds).toEqual(Array.from({ length: 10 }, (_, round) => `${own} ${round}`));
  }
});

test(
  "when more is written than may wait, the rest is read from the store, in order",
  { tags: "long" },
  async () => {
    const world = new FeedWorld();
    const { memory, time } = world;
    const { open, passed } = gate();
    const feed = await world.start({
      deliver: async (change) => {
        await passed;
        world.heard.push(change);
      },
    });
    await feed.settled();
    const contents = Array.from({ length: 2_500 }, (_, index) => `number ${index}`);
    for (const content of contents) {
      await memory.remember({ content, dedupe: "off" });
      time.advance(1);
    }
    open();
    await feed.settled();
    expect(world.contents).toEqual(contents);
  },
);

test("a slow scope does not keep the others waiting", async () => {
  const world = new FeedWorld();
  const { open, passed } = gate();
  const feed = await world.start({
    deliver: async (change) => {
      if (change.record.content === "slow") await passed;
      world.heard.push(change);
    },
  });
  await feed.settled();
  await world.memory.scope("a").remember("slow");
  await world.memory.scope("a").remember("after slow");
  await world.memory.scope("b").remember("quick");
  await until(() => world.heard.length > 0);
  expect(world.contents).toEqual(["quick"]);
  open();
  await feed.settled();
  expect(world.contents).toEqual(["quick", "slow", "after slow"]);
});

test("closing waits for what is being delivered; what waits is delivered at the next start", async () => {
  const world = new FeedWorld();
  const { open, passed } = gate();
  const started = gate();
  const feed = await world.start({
    deliver: async (change) => {
      started.open();
      await passed;
      world.heard.push(change);
    },
  });
  await world.memory.remember("first");
  await world.memory.remember("second");
  await started.passed;
  let closed = false;
  const closing = feed.close().then(() => (closed = true));
  await world.memory.remember("third");
  await world.memory.list();
  expect(closed).toBe(false);
  open();
  await closing;
  expect(world.contents).toEqual(["first"]);
  expect(world.time.waiting).toEqual([]);
  await feed.settled();
  await feed.close();
  const again = await world.start();
  await again.settled();
  expect(world.contents).toEqual(["first", "second", "third"]);
});

test("a delivery that fails is tried again, later and later, before what comes after it", async () => {
  const world = new FeedWorld();
  let failures = 3;
  const feed = await world.start({
    deliver: async (change) => {
      if (change.record.content === "stubborn" && (failures -= 1) >= 0) throw new Error("secret");
      world.heard.push(change);
    },
  });
  await feed.settled();
  await world.memory.remember("stubborn");
  await world.memory.remember("after it");
  for (const delayMs of [1_000, 2_000, 4_000]) {
    await until(() => world.time.waiting.length > 0);
    expect(world.time.waiting).toEqual([delayMs]);
    expect(world.contents).toEqual([]);
    world.time.advance(delayMs);
  }
  await feed.settled();
  expect(world.contents).toEqual(["stubborn", "after it"]);
  expect(JSON.stringify(world.logged)).not.toContain("secret");
  expect(JSON.stringify(world.logged)).not.toContain("stubborn");
  expect(world.logged.length).toBeGreaterThanOrEqual(3);
});

test("however often it is noted how far the feed came, there is one note and no history of it", async () => {
  const world = new FeedWorld();
  const feed = await world.start();
  for (let round = 0; round < 20; round += 1) {
    await world.memory.remember(`round ${round}`);
    await feed.settled();
    world.time.advance(5_000);
    await feed.settled();
  }
  const lines = await collect(world.notes.export());
  const records = lines.filter((line) => line.type === "record");
  // One tells how far the feed came, the other who has its name.
  expect(records.map(({ revisions }) => revisions.length)).toEqual([1, 1]);
  expect(world.heard).toHaveLength(20);
});

test("waiting for it ends with the signal", async () => {
  const world = new FeedWorld();
  const { open, passed } = gate();
  const feed = await world.start({ deliver: () => passed });
  await world.memory.remember("slow");
  const reason = new Error("enough");
  const controller = new AbortController();
  const settled = feed.settled({ signal: controller.signal });
  controller.abort(reason);
  await expect(settled).rejects.toBe(reason);
  open();
});

test("of a layered memory the changes of its first layer are heard", async () => {
  const world = new FeedWorld();
  const { memory } = world;
  const layered = layer(memory.scope("me"), memory.scope("team"));
  const feed = await world.start({ memory: layered, notes: layered.scope("skills", "runtime") });
  await memory.scope("team").remember("of the team");
  await layered.remember("mine");
  world.time.advance(10_000);
  await feed.settled();
  expect(world.contents).toEqual(["mine"]);
});

test("what is written while old changes are read comes after them", async () => {
  const world = new FeedWorld();
  const { memory, time } = world;
  await (await world.start()).close();
  const old = Array.from({ length: 250 }, (_, index) => `old ${index}`);
  for (const content of old) {
    await memory.remember({ content, dedupe: "off" });
    time.advance(1);
  }
  const started = gate();
  const { open, passed } = gate();
  const feed = await world.start({
    deliver: async (change) => {
      started.open();
      await passed;
      world.heard.push(change);
    },
  });
  await started.passed;
  await memory.remember("new");
  open();
  await feed.settled();
  expect(world.contents).toEqual([...old, "new"]);
});

test("what is forgotten while it waits is not delivered any more", async () => {
  const world = new FeedWorld();
  const { memory } = world;
  const { open, passed } = gate();
  const feed = await world.start({
    deliver: async (change) => {
      await passed;
      world.heard.push(change);
    },
  });
  await memory.remember("first");
  await memory.remember({ content: "forgotten", key: "f" });
  await memory.remember({ content: "erased", key: "e" });
  await memory.remember({ content: "expired", ttlMs: 1_000 });
  await memory.remember("last");
  await memory.forget({ key: "f" });
  await memory.erase({ key: "e" });
  world.time.advance(2_000);
  open();
  await feed.settled();
  expect(world.contents).toEqual(["first", "last"]);
});

test("what waits for long, while others are delivered, is found again when it fails, and after a crash", async () => {
  const world = new FeedWorld();
  const { memory, time } = world;
  const { open, passed } = gate();
  let failures = 1;
  const feed = await world.start({
    deliver: async (change) => {
      if (change.record.content === "slow") {
        await passed;
        if ((failures -= 1) >= 0) throw new Error("failed");
      }
      world.heard.push(change);
    },
  });
  await memory.scope("a").remember("slow");
  for (let round = 0; round < 10; round += 1) {
    await memory.scope("b").remember(`quick ${round}`);
    await until(() => world.heard.length > round);
    time.advance(600_000);
    await until(() => noted(world, round));
  }
  // As another process finds it after a crash of this one, which has not closed its feed.
  const recovered: string[] = [];
  const after = await world.start({
    deliver: async ({ record }) => {
      recovered.push(record.content);
    },
  });
  await after.settled();
  expect(recovered).toContain("slow");
  open();
  await until(() => time.waiting.length > 0);
  time.advance(1_000);
  await feed.settled();
  expect(world.contents.at(-1)).toBe("slow");
});

/** Returns true if a note covers the delivery of a round. */
async function noted({ notes, heard }: FeedWorld, round: number): Promise<boolean> {
  const { items } = await notes.list();
  return JSON.stringify(items.map(({ value }) => value)).includes(heard[round]?.record.id ?? "");
}

test("what waits when it closes is delivered at the next start, though the clock of the memory is far behind", async () => {
  const time = new VirtualTime();
  const world = new FeedWorld(undefined, () => new Date(time.clock().getTime() - 3_600_000));
  const { open, passed } = gate();
  const feed = await world.start({ deliver: () => passed });
  await feed.settled();
  await world.memory.remember("first");
  await world.memory.remember("waits");
  const closing = feed.close();
  open();
  await closing;
  const again = await world.start();
  await again.settled();
  expect(world.contents).toContain("waits");
});
