import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import {
  createMemory,
  inMemoryStore,
  type Memory,
  type MemoryRoot,
  type MemoryStore,
} from "@kioku/core";
import { postgresStore } from "@kioku/store-postgres";
import { sqliteStore } from "@kioku/store-sqlite";
import { wordEmbedder } from "@kioku/testing/support";
import { afterAll, describe, expect, test } from "vitest";

import { createMind, type HeardTurn, type Mind } from "../src/index.js";

const HOUR_MS = 3_600_000;

const database = await PGlite.create({ extensions: { vector } });
afterAll(async () => database.close());

let schemas = 0;
const STORES: Readonly<Record<string, () => MemoryStore>> = {
  "in memory": () => inMemoryStore(),
  "on SQLite": () => sqliteStore({ path: ":memory:" }),
  "on PostgreSQL": () => postgresStore({ client: database, schema: `mind_${(schemas += 1)}` }),
};

/** A mind of a person, with time that is set by hand. */
interface World {
  readonly mind: Mind;
  readonly memory: MemoryRoot;
  readonly hear: (...turns: readonly (string | HeardTurn)[]) => Promise<readonly string[]>;
  readonly portrait: (mind?: Mind) => Promise<string>;
  readonly pass: (ms: number) => void;
  readonly another: () => Mind;
}

function newWorld(store: MemoryStore): World {
  let now = Date.parse("2026-03-04T10:00:00Z");
  const clock = (): Date => new Date(now);
  const memory = createMemory({ store, clock, embedder: wordEmbedder() });
  const another = (): Mind => createMind({ memory, clock, automatic: false });
  const mind = another().scope("people", "mei");
  const pass = (ms: number): void => {
    now += ms;
  };
  return {
    mind,
    memory,
    another,
    pass,
    hear: async (...turns) => {
      const heard = turns.map((turn) => {
        const given = typeof turn === "string" ? { content: turn } : turn;
        return { speaker: "Mei", ...given };
      });
      const receipts = await mind.session("talk").hear(heard);
      pass(60_000);
      return receipts.flatMap((one) => (one.status === "rejected" ? [] : [one.record.id]));
    },
    portrait: async (of = mind) => (await of.document({ document: "portrait", of: "Mei" })).text,
  };
}

describe.each(Object.entries(STORES))("a mind %s", (_name, newStore) => {
  test("hears, makes facts and an episode, and tells why", async () => {
    const { mind, hear, portrait } = newWorld(newStore());
    const [home = "", allergy = ""] = await hear("I live in Porto.", "我对花生过敏。");
    const report = await mind.consolidate();
    expect(report.changes.map(({ change }) => change)).toEqual(["add", "add", "episode"]);
    expect(await portrait()).toBe("## home\n- I live in Porto.\n\n## health\n- 我对花生过敏。");
    const why = await mind.why("I live in Porto.");
    expect(why?.quotes).toMatchObject([
      { source: home, quote: "I live in Porto.", speaker: "Mei" },
    ]);
    expect((await mind.why("我对花生过敏"))?.quotes[0]?.source).toBe(allergy);
    const { text } = await mind.document({ document: "thread", thread: "talk" });
    expect(text).toContain("花生");
    await expect(mind.stats()).resolves.toMatchObject({ facts: 2, episodes: 1, waiting: 0 });
  });

  test("replaces what has changed, remembers what was before, and takes a run back", async () => {
    const { mind, hear, portrait, pass } = newWorld(newStore());
    await hear("I live in Porto.");
    await mind.consolidate();
    const before = await portrait();
    pass(48 * HOUR_MS);
    await hear("I moved to Lisbon.");
    const { id } = await mind.consolidate();
    expect(await portrait()).toBe("## home\n- I moved to Lisbon.");
    const why = await mind.why("I moved to Lisbon.");
    expect(why?.replaced).toMatchObject([{ text: "I live in Porto." }]);
    const asOf = { validAt: new Date("2026-03-05T00:00:00Z") };
    const then = await mind.document({ document: "portrait", of: "Mei" }, { asOf });
    expect(then.text).toBe(before);
    expect(await mind.undo(id)).toBe(3);
    expect(await portrait()).toBe(before);
    await mind.consolidate();
    expect(await portrait()).toBe(before);
  });

  test.each(["forget", "erase"] as const)("lets nothing come back after %s", async (verb) => {
    const { mind, hear, portrait } = newWorld(newStore());
    const [home = ""] = await hear("I live in Porto.", "我对花生过敏。");
    await mind.consolidate();
    await mind[verb](home);
    await mind.consolidate();
    await hear("I live in Porto.");
    await mind.consolidate();
    expect(await portrait()).toBe("## health\n- 我对花生过敏。");
    const { text } = await mind.document({ document: "thread", thread: "talk" });
    expect(text).not.toContain("Porto");
    expect(await mind.why("I live in Porto.")).toBeUndefined();
  });

  test("writes a context with portrait and reminder, each once in a talk", async () => {
    const { mind, hear, pass } = newWorld(newStore());
    await hear("I live in Porto.", "Remind me tomorrow to call Tom.");
    await mind.consolidate();
    await expect(mind.reminders()).resolves.toMatchObject([{ text: "call Tom" }]);
    const talk = mind.session("next");
    const first = await talk.context("Where does Mei live?");
    expect(first.text).toMatch(/Porto/u);
    expect(first.text).not.toMatch(/kind="reminder"/u);
    pass(48 * HOUR_MS);
    expect((await talk.context("hello")).text).toMatch(/kind="reminder".*call Tom/u);
    expect((await talk.context("hello")).text).not.toMatch(/kind="reminder"/u);
    await expect(mind.reminders()).resolves.toEqual([]);
  });

  test("does each stretch once with two minds at once, and leaves other scopes alone", async () => {
    const { mind, hear, memory, another, portrait } = newWorld(newStore());
    const other = another().scope("people", "mei");
    await hear(...Array.from({ length: 50 }, (_, index) => `I bought ${index} books in Porto.`));
    const runs = [mind, other, mind, other].map(async (one) => one.consolidate());
    const turns = (await Promise.all(runs)).map((run) => run.turns);
    expect(turns.reduce((sum, count) => sum + count, 0)).toBe(50);
    await expect(mind.stats()).resolves.toMatchObject({ turns: 50, waiting: 0 });
    expect(await portrait(other)).toBe(await portrait());
    for (const scope of [["people"], ["people", "mei2"], ["people", "me"]] as const) {
      const [first, ...rest] = scope;
      const near: Mind = another().scope(first, ...rest);
      expect(await portrait(near)).toBe("");
      expect((await near.context("Porto")).text).not.toContain("books");
    }
    expect(await keysOf(memory)).toEqual([]);
  });
});

/** Returns the keys of records in the root, where nobody has talked. */
async function keysOf(memory: Memory): Promise<readonly (string | undefined)[]> {
  return (await memory.list({ includeRetired: true })).items.map(({ key }) => key);
}
