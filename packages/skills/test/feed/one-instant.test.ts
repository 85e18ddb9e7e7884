import { inMemoryStore } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { FeedWorld, gate, until } from "./feed-world.js";

/** Some tests are for `npm run test:full` alone. */
const IS_FULL = process.env["KIOKU_TEST_SIZE"] === "full";

/** A store whose `list` can be told what to do first. */
function listing(): { readonly store: CompleteStore; before: () => Promise<void> | void } {
  const inner = inMemoryStore();
  const told = {
    before: (): Promise<void> | void => undefined,
    store: new Proxy(inner, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        return async (...given: unknown[]): Promise<unknown> => {
          if (name === "list") await told.before();
          return Reflect.apply(member, target, given) as unknown;
        };
      },
    }),
  };
  return told;
}

function batch(size: number): readonly string[] {
  return Array.from({ length: size }, (_, index) => `number ${index}`);
}

test("of one batch of more than may be told apart nothing is lost where the store fails in between", async () => {
  const told = listing();
  const world = new FeedWorld(told.store);
  const feed = await world.start();
  await feed.settled();
  let lists = 0;
  told.before = (): void => {
    lists += 1;
    if (lists === 15) throw new Error("full disk");
  };
  await world.memory.rememberAll(batch(2_500));
  world.time.advance(1);
  await until(() => world.logged.length > 0 && world.time.waiting.length > 0);
  expect(world.heard.length).toBeLessThan(2_500);
  world.time.advance(1_000);
  await feed.settled();
  expect(world.heard).toHaveLength(2_500);
  expect(new Set(world.contents).size).toBe(2_500);
});

test.each([0, 1].slice(0, process.env["KIOKU_TEST_SIZE"] === "full" ? 2 : 1))(
  "of one batch nothing is lost by a crash in the middle of it, also where time passes meanwhile: %i ms",
  async (passMs) => {
    const world = new FeedWorld();
    const { open, passed } = gate();
    const feed = await world.start({
      deliver: async (change) => {
        if (world.heard.length === 1_700) await passed;
        world.heard.push(change);
      },
    });
    await feed.settled();
    await world.memory.rememberAll(batch(3_000));
    world.time.advance(passMs);
    await until(() => world.heard.length === 1_700);
    // As another process finds it after a crash of this one, which has not closed its feed.
    const again: string[] = [];
    const after = await world.start({
      deliver: async ({ record }) => {
        again.push(record.content);
      },
    });
    await after.settled();
    expect(new Set([...world.contents, ...again]).size).toBe(3_000);
    // Changes before the last note do not come again.
    expect(again.length).toBeLessThan(2_000);
    open();
  },
);

test("when a feed is closed in the middle of a batch the rest comes at the next start, and nothing twice", async () => {
  const world = new FeedWorld();
  const { open, passed } = gate();
  const feed = await world.start({
    deliver: async (change) => {
      if (world.heard.length === 1_700) await passed;
      world.heard.push(change);
    },
  });
  await world.memory.rememberAll(batch(3_000));
  await until(() => world.heard.length === 1_700);
  const closing = feed.close();
  open();
  await closing;
  expect(world.heard).toHaveLength(1_701);
  world.time.advance(3_600_000);
  const next = await world.start();
  await next.settled();
  expect(world.heard).toHaveLength(3_000);
  expect(new Set(world.contents).size).toBe(3_000);
});

test("a feed that starts for the first time in the instant of a batch delivers nothing of it", async () => {
  const world = new FeedWorld();
  await world.memory.rememberAll(batch(2_500));
  const feed = await world.start();
  await feed.settled();
  await world.memory.remember("new");
  await feed.settled();
  world.time.advance(10_000);
  await feed.settled();
  expect(world.contents).toEqual(["new"]);
});

test.skipIf(!IS_FULL)(
  "a batch so large that a note cannot name all of it is delivered, and what was not noted comes again",
  async () => {
    const world = new FeedWorld();
    const { open, passed } = gate();
    // Scopes and ids are noted, so long ones fill a note sooner.
    const memory = world.memory.scope("x".repeat(250), "y".repeat(250));
    await world.start({
      deliver: async (change) => {
        if (world.heard.length === 2_500) await passed;
        world.heard.push(change);
      },
    });
    await memory.rememberAll(batch(3_000));
    await until(() => world.heard.length === 2_500);
    const { items } = await world.notes.list();
    const length = Math.max(...items.map(({ value }) => JSON.stringify(value).length));
    expect(length).toBeGreaterThan(400_000);
    expect(length).toBeLessThan(510_000);
    const again: string[] = [];
    const after = await world.start({
      deliver: async ({ record }) => {
        again.push(record.content);
      },
    });
    await after.settled();
    expect(new Set([...world.contents, ...again]).size).toBe(3_000);
    expect(again.length).toBeLessThan(3_000);
    // The first one still runs.
    expect(world.logged).toMatchObject([{ data: { name: "default" } }]);
    open();
  },
);

test("what was heard of during a scan that the end cuts short is not delivered after the end", async () => {
  const told = listing();
  const world = new FeedWorld(told.store);
  await (await world.start()).close();
  const { open, passed } = gate();
  const scanning = gate();
  told.before = (): Promise<void> => {
    scanning.open();
    return passed;
  };
  const feed = await world.start();
  await scanning.passed;
  await world.memory.set("k", "heard of");
  const closing = feed.close();
  open();
  await closing;
  await until(() => world.time.waiting.length === 0);
  expect(world.contents).toEqual([]);
  const next = await world.start();
  await next.settled();
  expect(world.contents).toEqual(["k: heard of"]);
});

test("what fails though its time is long past is found again", async () => {
  const world = new FeedWorld(undefined, () => new Date(world.time.clock().getTime() - 3_600_000));
  let failures = 1;
  const feed = await world.start({
    deliver: async (change) => {
      if ((failures -= 1) >= 0) throw new Error("failed");
      world.heard.push(change);
    },
  });
  await feed.settled();
  await world.memory.remember("by a clock that is behind");
  await until(() => world.time.waiting.length > 0);
  world.time.advance(1_000);
  await feed.settled();
  expect(world.contents).toEqual(["by a clock that is behind"]);
});

test("what was heard of during a scan is found after a crash, though its time is long past", async () => {
  const world = new FeedWorld(undefined, () => new Date(world.time.clock().getTime() - 3_600_000));
  await (await world.start()).close();
  world.time.advance(7_200_000);
  await world.memory.remember("found by the scan");
  const [scan, end] = [gate(), gate()];
  const delivering = gate();
  await world.start({
    deliver: async (change) => {
      delivering.open();
      await (change.record.content === "heard of" ? end : scan).passed;
      world.heard.push(change);
    },
  });
  await delivering.passed;
  await world.memory.remember("heard of");
  scan.open();
  await until(() => world.heard.length === 1);
  await until(async () =>
    JSON.stringify((await world.notes.list()).items).includes(firstId(world)),
  );
  // As another process finds it after a crash of this one, which has not closed its feed.
  const again: string[] = [];
  const after = await world.start({
    deliver: async ({ record }) => {
      again.push(record.content);
    },
  });
  await after.settled();
  expect(again).toEqual(["heard of"]);
  end.open();
});

function firstId({ heard }: FeedWorld): string {
  return heard[0]?.record.id ?? "no id";
}
