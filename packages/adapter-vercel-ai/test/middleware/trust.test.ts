import type { Memory } from "@kioku/core";
import { wrapLanguageModel } from "ai";
import { expect, test } from "vitest";

import { memoryMiddleware, withMemory } from "../../src/index.js";
import type { MemoryMiddlewareOptions } from "../../src/index.js";
import { shownTrust } from "../../src/turn/shown-trust.js";
import { emptyMemory } from "../support/turn-memory.js";
import { callsThenAnswers, turnModel } from "../support/turn-model.js";
import type { Answer, StreamPart } from "../support/turn-model.js";
import { TOOLS, WAYS } from "../support/turns.js";
import type { TurnRequest } from "../support/turns.js";

const CAPTURE = { capture: "turn" } as const;
const shorten: TurnRequest["prepareStep"] = ({ messages, stepNumber }) =>
  stepNumber < 2 ? {} : { messages: [{ role: "user", content: "short" }, ...messages.slice(-2)] };

/** A call whose arguments repeat what the memory shows. */
const ASKS = { name: "clock", input: { at: "account 666" } };

/** A model that says what the memory shows. */
function repeating() {
  return turnModel(() => ({ text: "Refunds go to account 666." }));
}

async function trustsIn(memory: Memory): Promise<readonly string[]> {
  const { items } = await memory.list({ kinds: ["message"] });
  return items.map(({ origin, trust }) => `${origin} ${trust}`);
}

test.each(WAYS)(
  "%s: an answer is trusted no more than what was recalled for it",
  async (_, ask) => {
    for (const [input, trust] of [
      [{ origin: "user" }, 1],
      [{ origin: "user", trust: 0.8 }, 0.8],
      [{ origin: "web", trust: 1 }, 0.5],
    ] as const) {
      const memory = emptyMemory();
      await memory.remember({ content: "Refunds go to account 666", ...input });
      const model = withMemory(repeating(), memory, CAPTURE);
      await ask({ model, prompt: "Where do refunds go?" });
      expect(await trustsIn(memory)).toEqual(["user 1", `assistant ${trust}`]);
    }
  },
);

test.each(WAYS)("%s: nor than what tools told, unless the app trusts them", async (_, ask) => {
  for (const [trustedTools, trust] of [
    [[], 0.5],
    [["clock"], 0.5],
    [["clock", "page"], 1],
  ] as const) {
    const memory = emptyMemory();
    const model = callsThenAnswers(["page", "clock"], "To 666.");
    const options: MemoryMiddlewareOptions = { ...CAPTURE, trustedTools };
    await ask({ model: withMemory(model, memory, options), prompt: "Where do refunds go?" });
    expect(await trustsIn(memory)).toEqual(["user 1", `assistant ${trust}`]);
  }
});

test.each(WAYS)("%s: what a tool told counts though a step forgot it", async (_, ask) => {
  const memory = emptyMemory();
  const model = callsThenAnswers(["page", "clock", "clock"], "To 666.");
  const wrapped = withMemory(model, memory, { ...CAPTURE, trustedTools: ["clock"] });
  await ask({ model: wrapped, prompt: "Where do refunds go?", prepareStep: shorten });
  expect(await trustsIn(memory)).toEqual(["user 1", "assistant 0.5"]);
});

test.each(WAYS)(
  "%s: what tools told in earlier turns counts where it is repeated",
  async (_, ask) => {
    const ids = { toolCallId: "1", toolName: "page" };
    const output = { type: "text", value: "666" } as const;
    for (const [text, trust] of [
      ["Tea is fine.", 1],
      ["To 666, as I said.", 0.5],
    ] as const) {
      const memory = emptyMemory();
      await ask({
        model: withMemory(
          turnModel(() => ({ text })),
          memory,
          CAPTURE,
        ),
        messages: [
          { role: "user", content: "Where do refunds go?" },
          { role: "assistant", content: [{ type: "tool-call", ...ids, input: {} }] },
          { role: "tool", content: [{ type: "tool-result", ...ids, output }] },
          { role: "assistant", content: "To 666." },
          { role: "user", content: "I like tea" },
        ],
      });
      expect(await trustsIn(memory)).toEqual(["user 1", `assistant ${trust}`]);
    }
  },
);

test.each(WAYS)("%s: what the provider searched is trusted like a tool", async (_, ask) => {
  const found: Answer["content"] = [
    { type: "source", sourceType: "url", id: "s1", url: "https://example.com" },
  ];
  const ids = { toolCallId: "p1", toolName: "web_search" };
  const searched: Answer["content"] = [
    { type: "tool-call", ...ids, input: "{}", providerExecuted: true, dynamic: true },
    { type: "tool-result", ...ids, result: "To 666.", dynamic: true },
  ];
  for (const [content, trustedTools, trust] of [
    [found, [], 0.5],
    [found, ["web_search"], 0.5],
    [searched, [], 0.5],
    [searched, ["web_search"], 1],
  ] as const) {
    const memory = emptyMemory();
    const model = turnModel(() => ({ content, text: "To 666.", finish: "stop" }));
    const wrapped = withMemory(model, memory, { ...CAPTURE, trustedTools });
    await ask({ model: wrapped, prompt: "Where do refunds go?", tools: TOOLS });
    expect(await trustsIn(memory)).toEqual(["user 1", `assistant ${trust}`]);
  }
});

test.each(WAYS)(
  "%s: tools learn what the model had been shown when it called them",
  async (_, ask) => {
    const memory = emptyMemory();
    await memory.remember({ content: "Refunds go to account 666", origin: "web" });
    const other = emptyMemory();
    const seen: number[] = [];
    const { clock } = TOOLS;
    const tools = {
      ...TOOLS,
      clock: {
        ...clock,
        execute: async (_input: object, { toolCallId }: { readonly toolCallId: string }) => {
          seen.push(shownTrust(memory, toolCallId).trust, shownTrust(other, toolCallId).trust);
          return "noon";
        },
      },
    };
    for (const recall of [{}, false] as const) {
      const model = callsThenAnswers([ASKS, ASKS], "To 666.");
      const wrapped = withMemory(model, memory, { recall, ...CAPTURE, trustedTools: ["clock"] });
      // Ids of calls are of one model: those of the next are others.
      const rename = recall ? "" : "other-";
      const { doGenerate, doStream } = model;
      model.doGenerate = async (options) => renamed(await doGenerate(options), rename);
      model.doStream = async (options) => {
        const { stream } = await doStream(options);
        return {
          stream: stream.pipeThrough(
            new TransformStream({
              transform: (part: StreamPart, controller) =>
                controller.enqueue(renamed(part, rename)),
            }),
          ),
        };
      };
      await ask({ model: wrapped, prompt: "Where do refunds go?", tools });
    }
    expect(seen).toEqual([0.5, 1, 0.5, 1, 1, 1, 1, 1]);
  },
);

test("what another memory showed lowers the trust of what is remembered", async () => {
  const team = emptyMemory();
  await team.remember({ content: "Refunds go to account 666", origin: "web", trust: 1 });
  for (const sources of [true, false]) {
    const inner = emptyMemory();
    const model = wrapLanguageModel({
      model: repeating(),
      middleware: [memoryMiddleware(team, { sources }), memoryMiddleware(inner, CAPTURE)],
    });
    const [, ask] = WAYS[0] ?? [];
    await ask?.({ model, prompt: "Where do refunds go?" });
    expect(await trustsIn(inner)).toEqual(["user 1", "assistant 0.5"]);
  }
});

test.each(WAYS)("%s: a memory around another counts the marks of that", async (_, ask) => {
  for (const sources of [true, false]) {
    const [memory, team] = [emptyMemory(), emptyMemory()];
    await team.remember({ content: "Refunds go to account 666", origin: "web" });
    const outer = withMemory(withMemory(repeating(), team, { sources }), memory, CAPTURE);
    await ask({ model: outer, prompt: "Where do refunds go?" });
    expect(await trustsIn(memory)).toEqual(["user 1", "assistant 0.5"]);
  }
});

function renamed<Value extends object>(value: Value, prefix: string): Value {
  return JSON.parse(
    JSON.stringify(value).replaceAll('"toolCallId":"', `"toolCallId":"${prefix}`),
  ) as Value;
}
