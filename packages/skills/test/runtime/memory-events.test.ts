import { createMemory, inMemoryStore, layer } from "@kioku/core";
import type { SkillContext } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { expect, onTestFinished, test } from "vitest";

import { createSkillRuntime, defineSkill } from "../../src/index.js";
import type { AnySkill } from "../../src/index.js";
import { failureOf } from "../support/failure-of.js";
import { untilAborted } from "../support/never.js";
import { quiet } from "../support/test-time.js";
import { testWorld } from "../support/test-world.js";

declare module "@kioku/core" {
  interface SkillEventMap {
    echo: object;
  }
}

const what = { description: "Does what the test wants" };

/** A skill that notes what it hears of. */
function ear(heard: string[], name = "ear"): AnySkill {
  return defineSkill({
    name,
    ...what,
    on: {
      "memory.remembered": ({ data }) => void heard.push(data.record.content),
      "memory.forgotten": ({ data }) => void heard.push(`forgot ${data.ids.length}`),
    },
  });
}

test("what is remembered wakes those that listen, with the record and an id that stays the same", async () => {
  const heard: string[] = [];
  const { runtime, memory, reports } = await testWorld([ear(heard)]);
  const receipt = await memory.remember("tea at five");
  await runtime.settled();
  expect(heard).toEqual(["tea at five"]);
  const id = receipt.status === "rejected" ? "" : receipt.record.id;
  expect(reports[0]?.event).toMatchObject({ id: `${id}@1`, name: "memory.remembered", trail: [] });
  await memory.forget(id);
  await runtime.settled();
  expect(heard).toEqual(["tea at five", "forgot 1"]);
});

test("what a skill remembers is heard by the others, not by itself, and not by those that led there", async () => {
  const { runtime, memory, reports } = await testWorld([
    defineSkill({
      name: "first",
      ...what,
      on: {
        "memory.remembered": (event, context) =>
          context.memory.remember(`1${event.data.record.content}`),
      },
    }),
    defineSkill({
      name: "second",
      ...what,
      on: {
        "memory.remembered": (event, context) =>
          context.memory.remember(`2${event.data.record.content}`),
      },
    }),
  ]);
  await memory.remember("x");
  await runtime.settled();
  await quiet();
  await runtime.settled();
  const { items } = await memory.list({ limit: 100 });
  expect(items.map(({ content }) => content).toSorted()).toEqual(["12x", "1x", "21x", "2x", "x"]);
  const trails = reports.map(({ event, outcomes }) => [
    event.trail.join(),
    outcomes.map(({ skill }) => skill).join(),
  ]);
  expect(new Map(trails as [string, string][])).toEqual(
    new Map([
      ["", "first,second"],
      ["first", "second"],
      ["first,second", ""],
      ["second", "first"],
      ["second,first", ""],
    ]),
  );
  expect(trails).toHaveLength(5);
});

test("what a skill forgets does not wake it again", async () => {
  const { runtime, memory, reports } = await testWorld([
    defineSkill({
      name: "tidy",
      ...what,
      on: {
        "memory.forgotten": async (_, context) => {
          await context.memorySet("scrap", 1);
          await context.memory.forget({ key: "scrap" });
        },
      },
    }),
  ]);
  await memory.set("first", 1);
  await memory.forget({ key: "first" });
  await runtime.settled();
  await quiet();
  expect(reports.map(({ event, outcomes }) => [event.trail.join(), outcomes.length])).toEqual([
    ["tidy", 0],
    ["", 1],
  ]);
});

test("what is remembered wakes by meaning, too", async () => {
  const memory = createMemory({ store: inMemoryStore(), embedder: localEmbedder() });
  const { runtime, reports } = await testWorld(
    [
      {
        name: "shopping",
        ...what,
        triggers: [{ when: ["we are out of milk", "buy milk"], events: ["memory.remembered"] }],
        run: ({ record }: { record: { content: string } }) => record.content,
      },
    ],
    { memory },
  );
  await memory.remember("牛奶喝完了");
  await memory.remember("The meeting was moved to Tuesday");
  await runtime.settled();
  expect(reports.map(({ outcomes }) => outcomes.map(({ output }) => output))).toEqual([
    ["牛奶喝完了"],
    [],
  ]);
});

test("a corner of a skill is its own affair", async () => {
  const heard: string[] = [];
  const { runtime, memory } = await testWorld(
    [
      ear(heard),
      defineSkill({ name: "keeper", ...what, run: (_, { state }) => state.remember("my secret") }),
    ],
    { memoryEvents: { reach: "below" } },
  );
  await runtime.run("keeper", null);
  await memory.scope("skills", "keeper").forget({ everything: true });
  await memory.scope("ann").remember("not mine");
  await runtime.settled();
  expect(heard).toEqual(["not mine"]);
});

test("a change of a scope below is answered in the memory of that scope", async () => {
  const { runtime, memory } = await testWorld(
    [
      defineSkill({
        name: "copy",
        ...what,
        on: {
          "memory.remembered": (event, context) =>
            context.memorySet("copy", event.data.record.content),
        },
      }),
    ],
    { memoryEvents: { reach: "below" } },
  );
  await memory.scope("ann").remember("tea");
  await runtime.settled();
  expect(await memory.scope("ann").get("copy")).toBe("tea");
  expect(await memory.get("copy")).toBeUndefined();
});

test("changes are heard only while a skill listens for them", async () => {
  const heard: string[] = [];
  const { runtime, memory, reports } = await testWorld([
    { name: "deaf", ...what, on: { message: () => 1 } },
  ]);
  await memory.remember("before");
  await runtime.register(ear(heard));
  await memory.remember("meanwhile");
  await runtime.settled();
  await runtime.unregister("ear");
  await memory.remember("after");
  await memory.forget({ everything: true });
  await runtime.settled();
  await quiet();
  expect(heard).toEqual(["meanwhile"]);
  expect(reports).toHaveLength(1);
});

test("a change whose answer the end of the runtime cut short is delivered again by the next one", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  onTestFinished(() => memory.close());
  const first = await createSkillRuntime({
    memory,
    skills: [
      defineSkill({
        name: "slow",
        ...what,
        on: { "memory.remembered": (_, { signal }) => untilAborted(signal) },
      }),
    ],
  });
  await memory.remember("do not lose me");
  await quiet();
  await first.close();
  await memory.remember("nor me");
  const heard: string[] = [];
  await using second = await createSkillRuntime({ memory, skills: [ear(heard)] });
  await second.settled();
  expect(heard).toEqual(["do not lose me", "nor me"]);
});

test("changes wait for their turn where events of callers would be skipped", async () => {
  const heard: string[] = [];
  const gate = Promise.withResolvers<void>();
  const { runtime, memory } = await testWorld(
    [ear(heard), { name: "busy", ...what, on: { message: () => 1 }, run: () => gate.promise }],
    { concurrency: 1, maxWaiting: 0 },
  );
  const busy = runtime.run("busy", null);
  await quiet();
  for (const text of ["a", "b", "c"]) await memory.remember(text);
  await quiet();
  const { outcomes } = await runtime.emit("message", { text: "x" });
  expect(outcomes).toMatchObject([{ status: "skipped", error: { code: "limit-exceeded" } }]);
  expect(heard).toEqual([]);
  gate.resolve();
  await busy;
  await runtime.settled();
  expect(heard).toEqual(["a", "b", "c"]);
});

test("a skill that may not read hears nothing of what the memory tells, by name or by meaning", async () => {
  const heard: string[] = [];
  const memory = createMemory({ store: inMemoryStore(), embedder: localEmbedder() });
  const permissions = { read: [], write: [] };
  const { runtime, reports } = await testWorld(
    [
      { ...ear(heard, "blind"), permissions },
      {
        name: "nosy",
        ...what,
        permissions,
        triggers: [{ when: ["the pin of the card is 4711"], events: ["memory.remembered"] }],
        run: ({ record }: { record: { content: string } }) => void heard.push(record.content),
      },
      ear(heard, "curbed"),
      ear(heard),
    ],
    {
      memory,
      memoryEvents: { reach: "below" },
      permissions: { curbed: { read: [{ path: ["elsewhere"] }] } },
    },
  );
  const receipt = await memory.remember("the pin of the card is 4711");
  await memory.scope("ann").remember("tea");
  await memory.forget(receipt.status === "rejected" ? "" : receipt.record.id);
  await runtime.settled();
  expect(heard.toSorted()).toEqual(["forgot 1", "tea", "the pin of the card is 4711"]);
  const refused = reports
    .flatMap(({ outcomes }) => outcomes)
    .filter(({ status }) => status === "skipped");
  expect(refused.map(({ skill }) => skill).toSorted()).toEqual(
    ["blind", "curbed"].flatMap((name) => [name, name, name]).concat("nosy"),
  );
  for (const { error } of refused) expect(error).toMatchObject({ code: "not-permitted" });
  expect(refused.map(({ error }) => String(error)).join()).not.toContain("4711");
});

test("of a layered memory only what its first layer forgot is told, with any reach", async () => {
  for (const reach of ["here", "below"] as const) {
    const places: string[] = [];
    const root = createMemory({ store: inMemoryStore() });
    onTestFinished(() => root.close());
    const team = root.scope("team", "x", "y");
    const memory = layer(root.scope("me"), team);
    const runtime = await createSkillRuntime({
      memory,
      memoryEvents: { reach },
      skills: [
        defineSkill({
          name: "ear",
          ...what,
          on: {
            "memory.forgotten": (_, context) => void places.push(context.memory.scopePath.join()),
          },
        }),
      ],
    });
    for (const place of [team, root.scope("me")]) {
      await place.set("k", 1);
      await place.forget({ key: "k" });
    }
    await runtime.settled();
    expect(places).toEqual(["me"]);
    await runtime.close();
  }
});

test("only the memory emits its events, whoever tries", async () => {
  const heard: string[] = [];
  const { runtime } = await testWorld([
    ear(heard),
    defineSkill({
      name: "liar",
      ...what,
      run: (_, context) => context.emit("memory.forgotten", { ids: ["a", "b"] }),
    }),
  ]);
  for (const name of ["memory.remembered", "memory.forgotten", "memory.else"]) {
    const error = await failureOf(() => runtime.emit(name as "memory.forgotten", { ids: ["a"] }));
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain("only the memory emits");
  }
  const error = await failureOf(() => runtime.run("liar", null));
  expect(error.cause).toMatchObject({ code: "invalid-input" });
  expect(heard).toEqual([]);
});

test("no skill can make a loop by emptying the trail that it is shown", async () => {
  const depths: number[] = [];
  const { runtime, memory } = await testWorld([
    defineSkill({
      name: "first",
      ...what,
      on: {
        "memory.remembered": async ({ trail }, context) => {
          depths.push(trail.length);
          (trail as string[]).length = 0;
          await context.emit("echo", {});
        },
        echo: ({ trail }) => ((trail as string[]).length = 0),
      },
    }),
    defineSkill({
      name: "second",
      ...what,
      on: {
        echo: async (event, context) => {
          try {
            (event.trail as string[]).length = 0;
          } catch {
            await context.memory.remember("an echo");
          }
        },
        "memory.remembered": async (event, context) => {
          try {
            (event as { trail: readonly string[] }).trail = [];
          } catch {
            await context.emit("echo", {});
          }
        },
      },
    }),
  ]);
  await memory.remember("start");
  for (let round = 0; round < 5; round += 1) {
    await runtime.settled();
    await quiet();
  }
  expect(depths).toEqual([0, 1]);
  const { items } = await memory.list();
  expect(items.map(({ content }) => content).toSorted()).toEqual(["an echo", "start"]);
});

test("what a skill forgets with the context of its start is its own doing, wherever it is called", async () => {
  const contexts: SkillContext[] = [];
  const heard: string[] = [];
  const { runtime, memory, reports } = await testWorld([
    { ...ear(heard, "tidy"), start: (context: SkillContext) => void contexts.push(context) },
    ear(heard, "other"),
  ]);
  await memory.set("scrap", 1);
  await contexts[0]?.memory.forget({ key: "scrap" });
  await runtime.settled();
  expect(reports.map(({ event, outcomes }) => [event.name, event.trail, outcomes.length])).toEqual([
    ["memory.remembered", [], 2],
    ["memory.forgotten", ["tidy"], 1],
  ]);
});

test("what a host forgets when it is given a report is nobody else's doing", async () => {
  const heard: string[] = [];
  const memory = createMemory({ store: inMemoryStore() });
  const forgetting: Promise<unknown>[] = [];
  const { runtime } = await testWorld(
    [
      {
        ...ear(heard, "maker"),
        run: (_: unknown, context: SkillContext) => context.emit("echo", {}),
      },
    ],
    {
      memory,
      onReport: ({ event }) => {
        if (event.name === "echo") forgetting.push(memory.forget({ key: "old" }));
      },
    },
  );
  await memory.set("old", 1);
  await runtime.run("maker", null);
  await Promise.all(forgetting);
  await runtime.settled();
  expect(heard).toEqual(["old: 1", "forgot 1"]);
});
