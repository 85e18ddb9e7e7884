import type { Memory } from "@kioku/core";
import { expect, onTestFinished, test } from "vitest";

import { createSkillRuntime, defineSkill } from "../../src/index.js";
import { quiet } from "../support/test-time.js";
import { testWorld } from "../support/test-world.js";
import { FeedWorld, until } from "./feed-world.js";

const OTHER = [
  {
    message:
      "another runtime of this name follows the memory, or did within the last minute: give each a name of its own",
    data: { name: "default" },
  },
];

test("two feeds of one name warn of each other once: the second at its start, the first soon", async () => {
  const world = new FeedWorld();
  await world.start();
  const told: unknown[] = [];
  const warn = (message: string, data: unknown): void => void told.push({ message, data });
  const log = { debug: warn, info: warn, warn, error: warn };
  await world.start({ log });
  expect(told).toEqual(OTHER);
  expect(world.logged).toEqual([]);
  for (let round = 0; round < 5; round += 1) {
    world.background.advance(25_000);
    await quiet();
  }
  expect(world.logged).toEqual(OTHER);
  expect(told).toEqual(OTHER);
});

test("a feed that ends gives its name back, and one that crashed has lost it after a minute", async () => {
  const world = new FeedWorld();
  const first = await world.start();
  await world.start({ name: "other" });
  await first.close();
  await world.start();
  world.time.advance(60_000);
  const third = await world.start();
  expect(world.logged).toEqual([]);
  await world.start();
  await third.close();
  await world.start();
  // The name was that of the fourth when the third gave it back.
  expect(world.logged).toEqual([...OTHER, ...OTHER]);
});

test("a feed that ends while it notes its name gives it back for good", async () => {
  const world = new FeedWorld();
  const feed = await world.start();
  world.background.advance(25_000);
  await feed.close();
  world.background.advance(25_000);
  await quiet();
  await world.start();
  expect(world.logged).toEqual([]);
});

test("a feed whose name cannot be noted goes on", async () => {
  const world = new FeedWorld();
  let refusals = 0;
  const notes = new Proxy(world.notes, {
    get(target, verb) {
      const member: unknown = Reflect.get(target, verb, target);
      if (typeof member !== "function") return member;
      return (...given: unknown[]): unknown => {
        if (verb === "get" && String(given[0]).endsWith("owner")) {
          refusals += 1;
          return Promise.reject(new Error("secret"));
        }
        return Reflect.apply(member as Memory["get"], target, given) as unknown;
      };
    },
  });
  const feed = await world.start({ notes });
  await world.memory.remember("tea at five");
  await feed.settled();
  world.background.advance(25_000);
  await until(() => refusals === 2);
  await feed.close();
  expect(world.contents).toEqual(["tea at five"]);
  expect(JSON.stringify(world.logged)).not.toContain("secret");
});

test("runtimes of one name are warned of if both follow the memory, and their timers do not wait", async () => {
  const ear = defineSkill({
    name: "ear",
    description: "Listens",
    on: { "memory.remembered": () => undefined },
  });
  const { memory, time, lines } = await testWorld([ear], { name: "home" });
  const told: string[] = [];
  const note = (message: string): void => void told.push(message);
  const log = { debug: note, info: note, warn: note, error: note };
  const options = { memory, clock: time.clock, log, name: "home" };
  const mute = { name: "mute", description: "Does nothing", run: () => 1 };
  const deaf = await createSkillRuntime({ ...options, skills: [mute] });
  const named = await createSkillRuntime({ ...options, skills: [ear], name: "garden" });
  expect(told).toEqual([]);
  const second = await createSkillRuntime({ ...options, skills: [ear] });
  onTestFinished(async () => {
    for (const one of [deaf, named, second]) await one.close();
  });
  expect(told).toEqual([OTHER[0]?.message]);
  await time.pass(25_000);
  expect(lines).toEqual([`warn ${OTHER[0]?.message}`]);
});
