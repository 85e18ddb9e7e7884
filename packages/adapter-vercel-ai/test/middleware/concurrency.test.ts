import type { Memory } from "@kioku/core";
import { compareText } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { withMemory } from "../../src/index.js";
import { shuffledGate } from "../support/shuffled-gate.js";
import { callsOf, emptyMemory, saidIn, TURN_ENGINES } from "../support/turn-memory.js";
import { turnModel } from "../support/turn-model.js";
import { WAYS } from "../support/turns.js";

const USERS = Array.from({ length: 20 }, (_, index) => `user${index}x`);

const PLACES = TURN_ENGINES.flatMap(([engine, create]) =>
  WAYS.map(([way, ask]) => [`${way}, ${engine}`, { create, ask }] as const),
);

test.each(PLACES)("%s: 200 turns of 20 users at once cross nowhere", async (_, { create, ask }) => {
  const memory = create();
  const of = (user: string): Memory => memory.scope("users", user);
  for (const user of USERS) await of(user).remember(`the password hint of ${user}`);
  const gate = shuffledGate(7);
  const wrong: string[] = [];
  const model = turnModel(async ({ text, prompt }) => {
    await gate.pass();
    const [, user = ""] = /I am (user\d+x)/u.exec(text) ?? [];
    if (!text.includes(`the password hint of ${user}`)) wrong.push(`${user} got nothing`);
    wrong.push(...USERS.filter((other) => other !== user && text.includes(other)));
    const steps = prompt.filter(({ role }) => role === "tool").length;
    // Ids of calls that providers make up are not always of one turn alone.
    if (steps < 2) return { calls: [{ name: "clock", id: `call-${steps}` }] };
    return { text: `Hello ${user}.` };
  });
  const turns = USERS.flatMap((user) =>
    Array.from({ length: 10 }, (__, turn) =>
      ask({
        model: withMemory(model, of(user), { capture: "turn", thread: `${user}-${turn}` }),
        prompt: `I am ${user}, turn ${turn}, the password hint?`,
      }),
    ),
  );
  await gate.until(turns);
  expect(wrong).toEqual([]);
  for (const user of USERS) {
    const { items } = await of(user).list({ kinds: ["message"] });
    expect(items).toHaveLength(20);
    for (const { content, thread } of items) {
      expect(content).toContain(user);
      expect(thread).toContain(user);
    }
  }
  await memory.close();
});

test.each(WAYS)(
  "%s: 200 turns of one user on one model keep to their own",
  { tags: "long" },
  async (_, ask) => {
    const memory = emptyMemory();
    const names = Array.from({ length: 200 }, (__, index) => `zebra${index}x`);
    await memory.rememberAll(names.map((name) => `the stripes of ${name}`));
    const calls = callsOf(memory);
    const gate = shuffledGate(11);
    const wrong: string[] = [];
    const model = turnModel(async ({ text, prompt }) => {
      await gate.pass();
      const [, name = ""] = /tell of (zebra\d+x)/u.exec(text) ?? [];
      const shown = [...text.matchAll(/stripes of (zebra\d+x)/gu)].map(([, one]) => one);
      if (shown.join() !== name) wrong.push(`${name} got ${shown.join()}`);
      const steps = prompt.filter(({ role }) => role === "tool").length;
      if (steps < 2) return { calls: [{ name: "clock", id: `call-${steps}` }] };
      return { text: `All of ${name}.` };
    });
    const wrapped = withMemory(model, memory, {
      capture: "turn",
      recall: { limit: 1, mode: "keyword", kinds: ["note"] },
    });
    const turns = names.map((name) => ask({ model: wrapped, prompt: `tell of ${name}` }));
    await gate.until(turns);
    expect(wrong).toEqual([]);
    expect(calls.filter((call) => call === "context")).toHaveLength(200);
    const said = names.flatMap((name) => [`user: tell of ${name}`, `assistant: All of ${name}.`]);
    expect((await saidIn(memory)).toSorted(compareText)).toEqual(said.toSorted(compareText));
  },
);

test.each(WAYS)(
  "%s: the same question at once is answered and remembered for each",
  async (_, ask) => {
    const memory = emptyMemory();
    await memory.remember("Ada likes green tea");
    const gate = shuffledGate(3);
    const leaving = new AbortController();
    const model = turnModel(async () => {
      await gate.pass();
      return { text: "Green." };
    });
    const wrapped = withMemory(model, memory, { capture: "turn" });
    const stays = ask({ model: wrapped, prompt: "green tea?" });
    const leaves = ask({ model: wrapped, prompt: "green tea?", abortSignal: leaving.signal });
    leaving.abort(new Error("the user left"));
    await gate.until([stays, leaves.catch(() => undefined)]);
    expect((await stays).text).toBe("Green.");
    expect(await saidIn(memory)).toEqual(["user: green tea?", "assistant: Green."]);
  },
);
