import type { Memory } from "@kioku/core";
import { tool } from "ai";
import type { UIMessage } from "ai";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";

import { chatLog } from "../../src/index.js";
import type { ChatLog } from "../../src/index.js";
import { answered, asked, calling, openChats } from "../support/chat-memories.js";
import { failureOf } from "../support/failure-of.js";

const SECRET = "sesame-open";

/** Returns the error of `append`, checked to quote nothing of the list. */
async function refusal(messages: unknown, options: object = {}): Promise<string> {
  const memory = openChats();
  const log = chatLog(memory, options);
  const error = await failureOf(() => log.append("chat", messages as UIMessage[]));
  expect(error.code).toBe("invalid-input");
  expect(error.message).not.toContain(SECRET);
  expect(error.cause).toBeUndefined();
  expect((await memory.list()).items).toEqual([]);
  return error.message;
}

describe("append refuses", () => {
  test("what is no list of messages", async () => {
    expect(await refusal("text")).toContain("messages must be a list");
    expect(await refusal([asked("u1", "Hi."), SECRET])).toContain("messages[1]");
    expect(await refusal([{ role: "user", parts: [] }])).toContain("messages[0]");
  });

  test("a message with a part that is none, and names the place", async () => {
    const parts = [
      { type: "text", text: "Hi." },
      { type: "text", text: 7, secret: SECRET },
    ];
    const message = await refusal([asked("u1", SECRET), { id: "u2", role: "user", parts }]);
    expect(message).toMatch(/^messages\[1\] .* at \.parts/u);
  });

  test("ids that are empty, too long, or not unique in the list", async () => {
    expect(await refusal([answered("", SECRET)])).toContain("generateMessageId");
    expect(await refusal([asked(" ", SECRET)])).toContain("messages[0].id");
    expect(await refusal([asked("x".repeat(513), SECRET)])).toContain("at most 512");
    const twice = [asked("u1", SECRET), answered("a1", SECRET), asked("u1", "Other.")];
    expect(await refusal(twice)).toBe("messages[2] must be of another id than messages[0]");
  });

  test("a message that is too long, and says where files belong", async () => {
    const url = `data:image/png;base64,${"A".repeat(1_100_000)}`;
    const file = { type: "file", mediaType: "image/png", url };
    const message = await refusal([asked("u1", "Hi."), { id: "u2", role: "user", parts: [file] }]);
    expect(message).toContain("messages[1]");
    expect(message).toContain("keep pictures and files elsewhere");
  });

  test("what JSON cannot say", async () => {
    expect(await refusal([calling("a1", { output: 7n })])).toContain("messages[0]");
  });

  test("what does not fit the schemas", async () => {
    const metadataSchema = z.object({ likes: z.number() });
    const liked = { ...asked("u1", "Hi."), metadata: { likes: SECRET } };
    expect(await refusal([liked], { metadataSchema })).toMatch(/messages\[0\].*\.metadata/u);
    const tools = { weather: tool({ inputSchema: z.object({ zip: z.number() }) }) };
    const call = await refusal([asked("u1", "Hi."), calling("a1")], { tools });
    expect(call).toMatch(/messages\[1\].*\.parts\[1\]\.input/u);
    const data = { type: "data-mood", data: { mood: SECRET } };
    const dataSchemas = { mood: z.object({ mood: z.number() }) };
    const parts = [{ id: "u1", role: "user", parts: [data] }];
    expect(await refusal(parts, { dataSchemas })).toMatch(/messages\[0\].*\.parts\[0\]\.data/u);
  });

  test("what could not be loaded again, since a date is a text by then", async () => {
    const metadataSchema = z.object({ at: z.date() });
    const dated = { ...asked("u1", "Hi."), metadata: { at: new Date(0) } };
    expect(await refusal([dated], { metadataSchema })).toMatch(/\.metadata/u);
  });

  test("ids of chats and options that are none", async () => {
    const log = chatLog(openChats());
    const hello = [asked("u1", "Hi.")];
    const codes = [
      () => log.append("", hello),
      () => log.append("x".repeat(513), hello),
      () => log.append("chat", hello, { forgetOther: true } as never),
      () => log.append("chat", hello, { forgetOthers: 1 } as never),
      () => log.load(7 as never),
      () => log.load("chat", { last: 0 }),
      () => log.load("chat", { last: 1.5 }),
      () => log.load("chat", { first: 1 } as never),
      () => log.clear(" "),
      () => log.clear("chat", { everything: true } as never),
    ].map(async (call) => (await failureOf(call)).code);
    expect(new Set(await Promise.all(codes))).toEqual(new Set(["invalid-input"]));
  });
});

test("the same id with another role is refused", async () => {
  const log = chatLog(openChats());
  await log.append("chat", [asked("m1", "Hi.")]);
  const error = await failureOf(() => log.append("chat", [answered("m1", "Hi.")]));
  expect(error).toMatchObject({ code: "invalid-input" });
  expect(await log.load("chat")).toEqual([asked("m1", "Hi.")]);
});

test("what a plugin refuses is an error, and the rest is written", async () => {
  const memory = openChats({
    plugins: [
      {
        id: "no-tea",
        hooks: {
          beforeRemember: (input) =>
            input.content.includes("tea") ? { veto: "no tea here" } : input,
        },
      },
    ],
  });
  const log = chatLog(memory);
  const messages = [asked("u1", "Hi."), asked("u2", "Some tea.")];
  const error = await failureOf(() => log.append("chat", messages));
  expect(error.code).toBe("rejected-by-plugin");
  expect(error.message).toContain("no-tea");
  expect(await log.load("chat")).toEqual(messages.slice(0, 1));
});

/** Returns the error of `load` after a record was changed. */
async function damagedBy(change: (memory: Memory, id: string) => unknown): Promise<string> {
  const memory = openChats();
  const log = chatLog(memory);
  await log.append("chat", [asked("u1", "Hi."), asked("u2", SECRET), asked("u3", "Bye.")]);
  const id = (await memory.list()).items[1]?.id ?? "";
  await change(memory, id);
  const error = await failureOf(() => log.load("chat"));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toContain(id);
  expect(error.message).not.toContain(SECRET);
  return error.message;
}

describe("load", () => {
  test("names the record whose message is damaged", async () => {
    const parts = [{ type: "text", text: SECRET.length }];
    const value = { id: "u2", role: "user", parts };
    expect(await damagedBy((memory, id) => memory.update(id, { value }))).toContain(".parts");
    await damagedBy((memory, id) => memory.update(id, { value: null }));
    await damagedBy((memory, id) => memory.update(id, { value: `{"id": "${SECRET}` }));
  });

  test("refuses what no longer fits the schemas", async () => {
    const memory = openChats();
    await chatLog(memory).append("chat", [{ ...asked("u1", "Hi."), metadata: { likes: "many" } }]);
    const strict = chatLog(memory, { metadataSchema: z.object({ likes: z.number() }) });
    const error = await failureOf(() => strict.load("chat"));
    expect(error.message).toContain(".metadata");
    expect(await chatLog(memory).load("chat")).toHaveLength(1);
  });

  test("gives what schemas make of messages, however often they are appended", async () => {
    const memory = openChats();
    const metadataSchema = z.object({ at: z.coerce.date() });
    const log = chatLog<UIMessage<{ at: Date }>>(memory, { metadataSchema });
    const at = new Date("2026-03-01T12:00:00Z");
    const hello = { ...asked("u1", "Hi."), metadata: { at } };
    await log.append("chat", [hello]);
    const loaded = await log.load("chat");
    expect(loaded).toEqual([hello]);
    await log.append("chat", loaded);
    expect((await memory.list()).items[0]?.version).toBe(1);
  });
});

test("options that cannot work are refused at once", async () => {
  const memory = openChats();
  const calls = [
    () => chatLog({} as never),
    () => chatLog(memory, { indexed: true } as never),
    () => chatLog(memory, { index: "no" } as never),
    () => chatLog(memory, { trustedTools: ["", "x"] }),
    () => chatLog(memory, { trustedTools: "clock" } as never),
    () => chatLog(memory, { tools: [] as never }),
    () => chatLog(memory, { dataSchemas: 1 as never }),
  ];
  for (const call of calls) expect((await failureOf(call)).code).toBe("invalid-input");
});

test("metadata, data parts and tools keep their types", () => {
  type Message = UIMessage<
    { readonly likes: number },
    { mood: { readonly value: number } },
    { weather: { input: { city: string }; output: string } }
  >;
  const log = chatLog<Message>(openChats(), {
    metadataSchema: z.object({ likes: z.number() }),
    dataSchemas: { mood: z.object({ value: z.number() }) },
    tools: {
      weather: tool({ inputSchema: z.object({ city: z.string() }), outputSchema: z.string() }),
    },
  });
  expectTypeOf(log).toEqualTypeOf<ChatLog<Message>>();
  expectTypeOf<Awaited<ReturnType<typeof log.load>>>().toEqualTypeOf<Message[]>();
  expectTypeOf<Parameters<typeof log.append>[1]>().toEqualTypeOf<readonly Message[]>();
  expectTypeOf(chatLog(openChats())).toEqualTypeOf<ChatLog>();
});
