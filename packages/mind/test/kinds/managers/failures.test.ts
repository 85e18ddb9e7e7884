import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory, definePlugin, inMemoryStore } from "@kioku/core";
import type { MemoryStore, RememberInput } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { VirtualTimers } from "@kioku/testing/support";
import { describe, expect, onTestFinished, test } from "vitest";

import { createKinds } from "../../../src/kinds/index.js";
import { mortalMemory, watchedMemory } from "../../run/faulty-memory.js";
import { STORES } from "../../run/test-mind.js";
import {
  held,
  managerWorld,
  type ManagerWorld,
  type Operation,
  reportOf,
  say,
  type Script,
  SILENCE,
  START,
} from "./manager-world.js";

const TURNS = ["Rex is my brown dog.", "We sailed to Madeira and saw a whale.", "I live in Porto."];

const SCRIPT: Script = {
  meta: ["core", "episodic", "semantic"],
  core: [quoted("t3", { op: "append", label: "human", text: "The user lives in Porto." })],
  episodic: [
    quoted("t2", {
      op: "insert",
      summary: "We sailed to Madeira and saw a whale.",
      details: "We sailed to Madeira.",
    }),
  ],
  semantic: [item("Rex", "Rex is my brown dog.")],
};

const GARBAGE = [
  "",
  "   ",
  "cat ".repeat(50),
  '{"operations": [{"op": "insert", "reas',
  "没有值得记住的内容",
  "null",
  "[]",
  '{"operations": "none"}',
  JSON.stringify({
    operations: Array.from({ length: 30 }, () => item("Rex", "Rex is my brown dog.")),
  }),
];

/** Returns an operation that quotes a whole turn. */
function quoted(turn: "t2" | "t3", operation: Operation): Operation {
  return { turn, quote: (TURNS[turn === "t2" ? 1 : 2] ?? "").slice(0, -1), ...operation };
}

/** Returns an operation that inserts knowledge. */
function item(name: string, text: string): Operation {
  return { op: "insert", name, summary: text, details: text, turn: "t1", quote: text };
}

describe("a manager that fails", () => {
  test.each(GARBAGE)("by the answer %j changes nothing, and catches up later", async (garbage) => {
    const world = managerWorld({ ...SCRIPT, semantic: garbage });
    await say(world, TURNS);
    const report = await world.kinds.absorb();
    expect(reportOf(report, "semantic")).toMatchObject({ status: "failed", written: 0 });
    expect(reportOf(report, "semantic")?.failure).toMatch(/^answer is /u);
    expect(reportOf(report, "episodic")).toMatchObject({ status: "done", written: 1 });
    expect(await world.kinds.list("semantic")).toEqual([]);
    await expectCatchUp(world);
  });

  test("by an error changes nothing, and catches up later", async () => {
    const world = managerWorld({ ...SCRIPT, semantic: new TypeError("Rex is secret") });
    await say(world, TURNS);
    const report = await world.kinds.absorb();
    const failed = { status: "failed", failure: "TypeError" };
    expect(reportOf(report, "semantic")).toMatchObject(failed);
    await expectCatchUp(world);
  });

  test("by silence ends with its time, while the others have written", async () => {
    const world = managerWorld({ ...SCRIPT, semantic: SILENCE });
    await say(world, TURNS);
    const { schedule } = world.timers;
    const absorbing = world.kinds.absorb({ schedule, timeoutMs: 5_000 });
    await waitUntil(async () => (await world.kinds.list("episodic")).length === 1);
    expect(world.timers.waiting).toBe(1);
    world.timers.advance(5_000);
    const failed = { status: "failed", failure: "TimeoutError" };
    expect(reportOf(await absorbing, "semantic")).toMatchObject(failed);
    await expectCatchUp(world);
  });

  test("leaves the others working when the next turns come", async () => {
    const world = managerWorld({ ...SCRIPT, semantic: "" });
    await say(world, TURNS);
    await world.kinds.absorb();
    await say(world, ["Whales sing at night."]);
    const before = world.model.requests.length;
    await world.kinds.absorb();
    const prompts = world.model.requests.slice(before).map(({ prompt }) => prompt.includes("Rex"));
    // The meta manager and two others see the new turn; one is asked about all four again.
    expect(prompts.filter(Boolean)).toHaveLength(1);
  });
});

describe("a model that is not there", () => {
  test("moves no manager on", async () => {
    const world = managerWorld({ ...SCRIPT, meta: new Error("offline") });
    await say(world, TURNS);
    const report = await world.kinds.absorb();
    expect(report.managers).toHaveLength(6);
    expect(report.managers.every(({ status }) => status === "failed")).toBe(true);
    expect(report.managers[0]?.failure).toBe("meta manager: Error");
    world.model.script = SCRIPT;
    await world.kinds.absorb();
    expect(await held(world.memory)).toEqual(await expected());
  });
});

describe.each(Object.entries(STORES))("managers that are stopped, %s,", (name, store) => {
  // Each call in memory, each fifth on a file.
  const step = name === "in memory" ? 1 : 5;

  test.each(["before", "after"])("%s any call are completed by the next ones", async (when) => {
    const whole = await expected();
    let call = 1;
    for (let isOver = false; !isOver; call += step) {
      const world = managerWorld(SCRIPT, { store: store() });
      await say(world, TURNS);
      const mortal = mortalMemory(world.memory, { [when]: call });
      await managerWorld(SCRIPT, { memory: mortal.memory, timers: world.timers })
        .kinds.absorb({ concurrency: 2 })
        .catch(() => undefined);
      isOver = !mortal.isDead();
      await world.kinds.absorb();
      expect(await held(world.memory)).toEqual(whole);
    }
    expect(call).toBeGreaterThan(20);
  });

  test("by a signal at any call have written whole batches only", async () => {
    const whole = await expected();
    let call = 1;
    for (let isOver = false; !isOver; call += step) {
      const world = managerWorld(SCRIPT, { store: store() });
      await say(world, TURNS);
      const aborting = new AbortController();
      const memory = watchedMemory(world.memory, {
        before: ({ number }) => {
          if (number === call) aborting.abort(new Error("stopped"));
        },
      });
      isOver = await managerWorld(SCRIPT, { memory, timers: world.timers })
        .kinds.absorb({ signal: aborting.signal })
        .then(
          () => true,
          (error: unknown) => error !== aborting.signal.reason,
        );
      await world.kinds.absorb();
      expect(await held(world.memory)).toEqual(whole);
    }
    expect(call).toBeGreaterThan(20);
  });
});

test("a signal ends managers that wait for a silent model", async () => {
  const world = managerWorld({ ...SCRIPT, semantic: SILENCE });
  await say(world, TURNS);
  const aborting = new AbortController();
  const absorbing = world.kinds.absorb({ signal: aborting.signal });
  await waitUntil(async () => (await world.kinds.list("episodic")).length === 1);
  aborting.abort(new Error("stopped"));
  await expect(absorbing).rejects.toThrow("stopped");
});

test("two processes write each thing once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kioku-kinds-"));
  const path = join(folder, "memory.db");
  const timers = new VirtualTimers(START);
  const open = (): ReturnType<typeof createMemory> =>
    createMemory({ store: sqliteStore({ path }), clock: timers.clock });
  const memories = [open(), open()] as const;
  onTestFinished(async () => {
    await Promise.all(memories.map((memory) => memory.close()));
    rmSync(folder, { recursive: true });
  });
  const worlds = memories.map((memory) => managerWorld(SCRIPT, { memory, timers }));
  await say({ memory: memories[0], timers }, TURNS);
  const reports = await Promise.all(worlds.map(({ kinds }) => kinds.absorb()));
  const written = reports.flatMap(({ managers }) => managers.map((one) => one.written));
  expect(written.reduce((sum, one) => sum + one, 0)).toBe(3);
  expect(await held(memories[0])).toEqual(await expected());
});

test("a change of another process between reading and writing is seen", async () => {
  const world = managerWorld({});
  const fields = { name: "Rex", summary: "Rex is my dog.", details: "Rex is my dog.", source: "" };
  await world.kinds.insert("semantic", [fields]);
  await say(world, ["Rex is no longer my dog."]);
  let calls = 0;
  const memory = watchedMemory(world.memory, {
    before: async ({ verb }) => {
      if (verb !== "rememberAll") return;
      calls += 1;
      const [rex] = calls === 1 ? await world.kinds.list("semantic") : [];
      if (rex) await world.kinds.replace("semantic", { ids: [rex.id], items: [] });
    },
  });
  const text = "Rex is no longer the dog of the user.";
  const quote = "Rex is no longer my dog";
  const { kinds } = managerWorld(
    { semantic: [{ ...item("Rex", text), op: "update", targets: ["i1"], quote }] },
    { memory, timers: world.timers },
  );
  const report = reportOf(await kinds.absorb({ kinds: ["semantic"] }), "semantic");
  expect(report).toMatchObject({ written: 0, refused: { "unknown-target": 1 } });
  expect(await world.kinds.list("semantic")).toEqual([]);
});

test("an event that another process changes at any moment before the write keeps that change", async () => {
  const said = "The user planted tulips.";
  const more = "Tulips cost 300 euros at the market of Braga.";
  const merged = "The user planted tulips in the garden.";
  const quote = "I planted tulips in the garden";
  const operation = { op: "merge", targets: ["i1"], turn: "t1", quote };
  const kept: unknown[] = [];
  for (let moment = 1; moment <= 3; moment += 1) {
    const world = managerWorld({});
    const about = { event_type: "user_message", actor: "user" } as const;
    const event = { ...about, summary: said, details: said, occurred_at: "2026-03-01 10:00:00" };
    await world.kinds.insert("episodic", [event]);
    await say(world, [`${quote}.`]);
    let reads = 0;
    const memory = watchedMemory(world.memory, {
      before: async ({ verb }) => {
        reads += verb === "read" ? 1 : 0;
        if (verb !== "read" || reads !== moment) return;
        const [old] = await world.kinds.list("episodic");
        if (old) await world.kinds.merge(old.id, { summary: said, details: more });
      },
    });
    const script = { episodic: [{ ...operation, summary: merged, details: merged }] };
    const { kinds } = managerWorld(script, { memory, timers: world.timers });
    await kinds.absorb({ kinds: ["episodic"] });
    kept.push(...(await world.kinds.list("episodic")).map(({ fields }) => fields.details));
  }
  expect(kept).toEqual([more, more, more]);
});

test("what is forgotten while the model answers is not written", async () => {
  const world = managerWorld(SCRIPT);
  const [rex = ""] = await say(world, TURNS);
  const { model } = world;
  const kinds = createKinds({
    memory: world.memory,
    clock: world.timers.clock,
    model: {
      id: "test/slow",
      async generate(request) {
        await world.memory.erase(rex);
        return model.generate(request);
      },
    },
  });
  const report = await kinds.absorb({ kinds: ["semantic"] });
  expect(reportOf(report, "semantic")).toMatchObject({ refused: { "unknown-source": 1 } });
  expect(await held(world.memory)).toEqual([]);
});

test("what a plugin does not allow is left out, and the rest is written", async () => {
  const veto = definePlugin({
    id: "no-cats",
    hooks: {
      beforeRemember: (input: RememberInput) =>
        input.content.includes("cat") ? { veto: "no cats" } : undefined,
    },
  } as never);
  const quote = "Mia is my grey kitten";
  const cat = { ...item("Mia", "Mia is my grey cat."), turn: "t4", quote };
  const semantic = [cat, item("Rex", "Rex is my brown dog.")];
  const world = managerWorld({ ...SCRIPT, semantic }, { plugins: [veto] });
  await say(world, [...TURNS, `${quote}.`]);
  const report = reportOf(await world.kinds.absorb(), "semantic");
  expect(report).toMatchObject({ written: 1, refused: { vetoed: 1 } });
  expect(await world.kinds.list("semantic")).toHaveLength(1);
  expect((await world.kinds.absorb()).turns).toBe(0);
});

/** Expects that the manager that failed writes what it has to. */
async function expectCatchUp(world: ManagerWorld): Promise<void> {
  world.model.script = SCRIPT;
  const report = await world.kinds.absorb();
  expect(report.managers.map(({ kind, written }) => [kind, written])).toEqual([["semantic", 1]]);
  expect(await held(world.memory)).toEqual(await expected());
}

async function expected(store: MemoryStore = inMemoryStore()): Promise<readonly string[]> {
  const world = managerWorld(SCRIPT, { store });
  await say(world, TURNS);
  await world.kinds.absorb();
  const made = await held(world.memory);
  expect(made).toHaveLength(3);
  return made;
}

/** Lets other work go on until something holds. */
async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    if (await holds()) return;
  }
  throw new Error("it did not come about");
}
