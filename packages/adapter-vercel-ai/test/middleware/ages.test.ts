import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { withMemory } from "../../src/index.js";
import { noteShownTrust, shownTrust } from "../../src/turn/shown-trust.js";
import { nextPrompt, userWords } from "../support/hand-steps.js";
import { emptyMemory, FACT, knowingMemory, queriesOf, saidIn } from "../support/turn-memory.js";
import { promptsOf, turnModel } from "../support/turn-model.js";

const MINUTE_MS = 60_000;
/** Arguments that repeat what the memory shows. */
const ASKED = { of: "account 666" };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A model that calls a tool so many times before it answers. */
function loop(calls: number) {
  return turnModel(({ call }) => (call < calls ? { calls: ["clock"] } : { text: "Green." }));
}

test("what was recalled is recalled anew for a step that is more than ten minutes later", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = loop(3);
  const wrapped = withMemory(model, memory, { capture: "turn", sources: true });
  let prompt = await nextPrompt(wrapped, [userWords("green tea?")]);
  vi.advanceTimersByTime(10 * MINUTE_MS);
  prompt = await nextPrompt(wrapped, prompt);
  expect(queries).toHaveLength(1);
  await memory.erase({ everything: true });
  vi.advanceTimersByTime(1);
  prompt = await nextPrompt(wrapped, prompt);
  expect(queries).toHaveLength(2);
  const { content } = await wrapped.doGenerate({ prompt });
  expect(content).toMatchObject([{ type: "text", text: "Green." }]);
  expect(queries).toHaveLength(2);
  const shown = promptsOf(model).map((text) => text.includes(FACT));
  expect(shown).toEqual([true, true, false, false]);
  expect(await saidIn(memory)).toEqual(["user: green tea?", "assistant: Green."]);
});

test("what the model was shown before still takes trust from its answer", async () => {
  const memory = emptyMemory();
  await memory.remember({ content: "Refunds go to account 666", origin: "web" });
  const options = { capture: "turn", trustedTools: ["clock"] } as const;
  const model = turnModel(({ call }) => (call < 1 ? { calls: ["clock"] } : { text: "To 666." }));
  const wrapped = withMemory(model, memory, options);
  const prompt = await nextPrompt(wrapped, [userWords("Where do refunds go?")]);
  await memory.erase({ everything: true });
  vi.advanceTimersByTime(11 * MINUTE_MS);
  // Also where the app drops the marks of calls.
  await wrapped.doGenerate({
    prompt: prompt.map((message) =>
      message.role === "assistant"
        ? {
            ...message,
            content: message.content.map((part) => ({ ...part, providerOptions: {} })),
          }
        : message,
    ),
  });
  const { items } = await memory.list();
  expect(items.map(({ origin, trust }) => `${origin} ${trust}`)).toEqual([
    "user 1",
    "assistant 0.5",
  ]);
});

test("a turn that nobody goes on with for an hour is let go", async () => {
  for (const [minutes, said] of [
    [60, ["tea?", "It is", "green tea?"]],
    [61, ["green tea?"]],
  ] as const) {
    const memory = await knowingMemory();
    const wrapped = withMemory(loop(1), memory, { capture: "user" });
    const words = ["tea?", "It is", "green tea?"].map(userWords);
    const prompt = await nextPrompt(wrapped, words);
    vi.advanceTimersByTime(minutes * MINUTE_MS);
    await wrapped.doGenerate({ prompt: prompt.slice(2) });
    expect(await saidIn(memory)).toEqual(said.map((one) => `user: ${one}`));
  }
});

test("what a model had been shown for a call is known until its turn goes on, however late", async () => {
  const memory = emptyMemory();
  await memory.remember({ content: "Refunds go to account 666", origin: "web" });
  const call = { name: "clock", id: "functions.clock:0", input: ASKED };
  const model = turnModel(() => ({ calls: [call] }));
  const wrapped = withMemory(model, memory);
  const first = await nextPrompt(wrapped, [userWords("Where do refunds go?")]);
  await nextPrompt(wrapped, [userWords("Refunds?")]);
  expect(shownTrust(memory, call.id).trust).toBe(0.5);
  expect(shownTrust(emptyMemory(), call.id).trust).toBe(1);
  model.doGenerate = turnModel().doGenerate;
  await wrapped.doGenerate({ prompt: first });
  // The other turn made a call of that id, too.
  expect(shownTrust(memory, call.id).trust).toBe(0.5);
  vi.advanceTimersByTime(600 * MINUTE_MS);
  expect(shownTrust(memory, call.id).trust).toBe(0.5);
});

test("what one turn was shown does not outlive it where the next has the same ids of calls", async () => {
  const memory = emptyMemory();
  await memory.remember({ content: "Refunds go to account 666", origin: "web" });
  const model = turnModel(({ prompt }) =>
    prompt.at(-1)?.role === "tool"
      ? { text: "Done." }
      : { calls: [{ name: "clock", id: "c:0", input: ASKED }] },
  );
  const wrapped = withMemory(model, memory);
  await wrapped.doGenerate({ prompt: await nextPrompt(wrapped, [userWords("Refunds?")]) });
  expect(shownTrust(memory, "c:0").trust).toBe(1);
  await memory.erase({ everything: true });
  await nextPrompt(wrapped, [userWords("Refunds?")]);
  expect(shownTrust(memory, "c:0").trust).toBe(1);
});

test("what a model was shown for a call is forgotten when its turn goes on, though it has not ended", async () => {
  const memory = emptyMemory();
  await memory.remember({ content: "Refunds go to account 666", origin: "web" });
  const model = turnModel(({ call }) => ({
    calls: [{ name: "clock", id: `open:${call}`, input: ASKED }],
  }));
  const wrapped = withMemory(model, memory);
  const prompt = await nextPrompt(wrapped, [userWords("Refunds?")]);
  expect(shownTrust(memory, "open:0").trust).toBe(0.5);
  await nextPrompt(wrapped, prompt);
  expect(shownTrust(memory, "open:0").trust).toBe(1);
  expect(shownTrust(memory, "open:1").trust).toBe(0.5);
});

test("of very many calls whose turns do not go on, the first are dropped and untrusted", () => {
  const memory = emptyMemory();
  for (let call = 0; call <= 10_000; call += 1) {
    noteShownTrust({ memory, toolCallId: `many:${call}`, turn: "t1" }, { trust: 1, because: [] });
  }
  const trusts = [0, 1, 10_000].map((call) => shownTrust(memory, `many:${call}`).trust);
  expect(trusts).toEqual([0.5, 1, 1]);
});
