import { createMemory, inMemoryStore } from "@kioku/core";
import type { SkillOutcome } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";

import { createSkillRuntime, type SkillRuntime } from "../../src/index.js";
import { wordEmbedder } from "../trigger/matcher-setup.js";

function taking(input: AnySkill["input"], more: Partial<AnySkill> = {}): AnySkill {
  return {
    name: "taker",
    description: "Takes what it is given",
    triggers: [{ when: "zebra kite" }],
    run: (given: unknown) => given,
    ...(input && { input }),
    ...more,
  };
}

const memory = createMemory({ store: inMemoryStore(), embedder: wordEmbedder() });
let runtime: SkillRuntime;

beforeAll(async () => {
  runtime = await createSkillRuntime({ memory, clock: () => new Date("2026-05-01T10:00:00Z") });
});

afterAll(async () => {
  await runtime.close();
  await memory.close();
});

async function wake(
  skill: AnySkill,
  text: string,
  data: Readonly<Record<string, unknown>> = {},
): Promise<SkillOutcome | undefined> {
  await runtime.unregister(skill.name);
  await runtime.register(skill);
  const { outcomes } = await runtime.emit("message", { text, ...data }, { choose: skill.name });
  return outcomes[0];
}

/** Returns the input with which the skill ran, or that a model has to complete. */
async function filled(input: AnySkill["input"], text: string): Promise<unknown> {
  const outcome = await wake(taking(input), text);
  if (outcome?.status === "done") return { ran: outcome.output };
  return outcome?.status === "shortlisted" ? outcome.input : outcome;
}

const volume = z.object({ volume: z.number().int().min(0).max(100) });
const timer = z.object({ minutes: z.number().positive() });
const heating = z.object({ target: z.number().describe("Temperature in Celsius") });
const table = z.object({ people: z.int().min(1), time: z.iso.time(), date: z.iso.date() });
const lamp = z.object({
  room: z.enum(["kitchen", "living-room", "卧室"]),
  on: z.boolean(),
  brightness: z.number().min(0).max(100).optional(),
});
const share = z.object({ opacity: z.number().min(0).max(1), width: z.number().optional() });

test.each([
  [volume, "set the volume to 30", { volume: 30 }],
  [volume, "make it thirty-five", { volume: 35 }],
  [volume, "turn it up to 40", { volume: 40 }],
  [volume, "音量三十五", { volume: 35 }],
  [volume, "音量调到百分之三十", { volume: 30 }],
  [volume, "把声音开到一百", { volume: 100 }],
  [z.object({ count: z.int() }), "order 3 pizzas", { count: 3 }],
  [z.object({ count: z.int() }), "订两个披萨", { count: 2 }],
  [timer, "set a timer for 2 hours", { minutes: 120 }],
  [timer, "1 hour and 30 minutes please", { minutes: 90 }],
  [timer, "an egg timer for an hour and a half", { minutes: 90 }],
  [timer, "定时一个半小时", { minutes: 90 }],
  [timer, "计时１０分钟", { minutes: 10 }],
  [z.object({ seconds: z.int() }), "a minute and 20 seconds", { seconds: 80 }],
  [z.object({ seconds: z.int().nullable() }), "半分钟", { seconds: 30 }],
  [heating, "set it to 21.5 degrees", { target: 21.5 }],
  [heating, "零下五度", { target: -5 }],
  [timer, "定时一小时二十分", { minutes: 80 }],
  [z.object({ amount: z.number() }), "转一百块", { amount: 100 }],
  [z.object({ on: z.boolean() }), "don't forget to turn it off", { on: false }],
  [z.object({ room: lamp.shape.room }), "the light in the kitchen please", { room: "kitchen" }],
  [lamp, "turn off the living room lights", { room: "living-room", on: false }],
  [lamp, "把卧室的灯打开", { room: "卧室", on: true }],
  [
    lamp,
    "turn the lamp in the kitchen on, brightness 40",
    { room: "kitchen", on: true, brightness: 40 },
  ],
  [z.object({ room: z.enum(["room", "living room"]) }), "the living room", { room: "living room" }],
  [share, "an opacity of 30 percent and a width of 200", { opacity: 0.3, width: 200 }],
  [
    table,
    "a table for four people at 7:30 pm on 2026-12-24",
    { people: 4, time: "19:30", date: "2026-12-24" },
  ],
  [table, "明天晚上七点半，三位", { people: 3, time: "19:30", date: "2026-05-02" }],
  [z.object({ time: z.iso.time() }), "wake me at 7 in the morning", { time: "07:00" }],
  [z.object({ time: z.iso.time() }), "晚上十点一刻叫我", { time: "22:15" }],
  [
    z.object({ amount: z.number(), currency: z.enum(["EUR", "USD"]), to: z.string() }),
    "send Anna 20 EUR, or just give the money to Anna",
    { amount: 20, currency: "EUR", to: "Anna" },
  ],
  [z.object({ name: z.string() }), "please call Anna Smith", { name: "Anna Smith" }],
  [z.object({ contact: z.string() }), "给妈妈打电话", { contact: "妈妈" }],
  [z.object({ title: z.string() }), 'a note called "Fix the roof"', { title: "Fix the roof" }],
  [z.object({ query: z.string() }), "who painted this", { query: "who painted this" }],
  [
    z.object({ person: z.string(), message: z.string() }),
    "tell Bob “I am late”",
    { person: "Bob", message: "I am late" },
  ],
])("the skill runs with the members that a text names: %#", async (schema, text, expected) => {
  expect(await filled(schema, text)).toEqual({ ran: expected });
});

test.each([
  [volume, "volume 5 or 6", {}],
  [volume, "turn the volume from 20 to 30", {}],
  [volume, "turn the volume up by 10", {}],
  [volume, "音量调高10", {}],
  [volume, "keep the volume below 30", {}],
  [volume, "volume up 5", {}],
  [volume, "three times louder", {}],
  [volume, "音量80有点大", {}],
  [volume, "音量二三十就行", {}],
  [volume, "音量调到50以下", {}],
  [volume, "音量调到一半", {}],
  [volume, "音量现在是80，太吵了", {}],
  [volume, "is the volume 30?", {}],
  [volume, "换到下一个音量", {}],
  [volume, "set the volume to 150", {}],
  [volume, "play channel 5", {}],
  [volume, "order 3 pizzas", {}],
  [volume, "cancel order 66", {}],
  [volume, "play some music at 5", {}],
  [volume, "book a table for 4 people", {}],
  [volume, "播放5", {}],
  [volume, "亮度30", {}],
  [volume, "set the volume to 30 and the lamp to 50", {}],
  [z.object({ amount: z.number() }), "send 1.000 euros", {}],
  [z.object({ time: z.iso.time() }), "wake me at 13 pm", {}],
  [z.object({ contact: z.string(), guest: z.string() }), "please call Anna Smith", {}],
  [volume, "播放第5首", {}],
  [volume, "a bit louder, at 7 pm", {}],
  [volume, "大声一点", {}],
  [timer, "set a timer for 10 minutes, no, 5 minutes", {}],
  [timer, "two three", {}],
  [timer, "ten to fifteen minutes", {}],
  [timer, "three quarters of an hour", {}],
  [timer, "an hour and a quarter", {}],
  [timer, "3 hours 30", {}],
  [timer, "1h30m", {}],
  [z.object({ count: z.int() }), "买3千个", {}],
  [timer, "定时五六分钟", {}],
  [timer, "定时三到五分钟", {}],
  [z.object({ time: z.iso.time() }), "早上六七点", {}],
  [z.object({ time: z.iso.time() }), "wake me between 6 and 7 am", {}],
  [z.object({ amount: z.number() }), "转几百块", {}],
  [z.object({ date: z.iso.date() }), "a week from tomorrow", {}],
  [z.object({ on: z.boolean() }), "要不要打开", {}],
  [z.object({ count: z.int() }), "buy the iphone 15", {}],
  [z.object({ count: z.int() }), "roll 2d6", {}],
  [z.object({ count: z.int() }), "来十几个", {}],
  [z.object({ speed: z.number().describe("kilometres per hour") }), "a speed of 50 mph", {}],
  [z.object({ time: z.iso.time() }), "the alarm at 7am is too early", {}],
  [z.object({ time: z.iso.time() }), "some time before 7am", {}],
  [z.object({ time: z.iso.time() }), "下午三点差五分", {}],
  [z.object({ date: z.iso.date() }), "不是明天", {}],
  [z.object({ on: z.boolean() }), "don't turn it off", {}],
  [z.object({ on: z.boolean() }), "别关灯", {}],
  [z.object({ on: z.boolean() }), "why did you turn it off", {}],
  [z.object({ shuffle: z.boolean() }), "turn shuffle off", {}],
  [z.object({ time: z.iso.time().optional() }), "set an alarm for 7", {}],
  [z.object({ date: z.iso.date().optional() }), "remind me on Friday", {}],
  [heating, "set it to 70 degrees Fahrenheit", {}],
  [table, "a table for 4 people at 8:00 on Friday", { people: 4 }],
  [table, "a table for 4 at 7", {}],
  [lamp, "turn on the lights in the kitchen and the living room", { on: true }],
  [lamp, "turn off all but the kitchen", { on: false }],
  [lamp, "turn on lamp 2 in the kitchen", { room: "kitchen", on: true }],
  [lamp, "turn it on and off in the kitchen", { room: "kitchen" }],
  [z.object({ room: lamp.shape.room }), "everywhere but not in the kitchen", {}],
  [z.object({ room: lamp.shape.room }), "the room next to the kitchen", {}],
  [z.object({ color: z.enum(["red", "blue"]) }), "it should be dark red", {}],
  [z.object({ name: z.string() }), "call Anna or Bob", {}],
  [z.object({ name: z.string() }), "call Anna's mother", {}],
  [z.object({ name: z.string() }), "call Dr. Smith", {}],
  [z.object({ name: z.string() }), "don't call Anna, call Bob", {}],
  [z.object({ name: z.string() }), "给小王和小李打电话", {}],
  [z.object({ name: z.string() }), "Anna wants a call", {}],
  [z.object({ title: z.string() }), 'notes called "a" and "b"', {}],
  [z.object({ start: z.iso.datetime() }), "start it at 19:30 on 2026-12-24", {}],
  [volume, `set the volume to 30 ${"and so on ".repeat(200)}`, {}],
])(
  "what is not sure is left to a model, and the skill does not run: %#",
  async (schema, text, expected) => {
    expect(await filled(schema, text)).toEqual(expected);
  },
);

test("data of the event that fits is the input as it is, with further members of the text", async () => {
  const schema = z.object({ text: z.string(), user: z.string(), minutes: z.number().optional() });
  const skill = taking(schema);
  expect(await wake(skill, "in 5 minutes", { user: "ann" })).toMatchObject({
    status: "done",
    output: { text: "in 5 minutes", user: "ann", minutes: 5 },
  });
  expect(await wake(skill, "in 5 or 6 minutes", { user: "ann" })).toMatchObject({
    status: "done",
    output: { text: "in 5 or 6 minutes", user: "ann" },
  });
  const other = taking(z.object({ user: z.string(), minutes: z.number() }));
  expect(await wake(other, "in 5 minutes", { user: "ann", minutes: 7 })).toMatchObject({
    output: { user: "ann", minutes: 7 },
  });
  expect(await wake(other, "soon", { user: "ann" })).toMatchObject({
    status: "shortlisted",
    input: { user: "ann" },
  });
});

test("a trigger that makes the input is asked instead of the text", async () => {
  const skill = taking(volume, {
    triggers: [{ when: "zebra kite", input: () => ({ volume: 7 }) }],
  });
  expect(await wake(skill, "set the volume to 30")).toMatchObject({ output: { volume: 7 } });
});

test("a schema without JSON Schema is filled by the data alone; a converter opens it", async () => {
  const heard = v.object({ text: v.string() });
  expect(await filled(heard, "volume 30")).toEqual({ ran: { text: "volume 30" } });
  const plain = v.object({ volume: v.number() });
  expect(await filled(plain, "volume 30")).toEqual({});
  const shown = {
    type: "object",
    properties: { volume: { type: "number" } },
    required: ["volume"],
  };
  const open = {
    "~standard": { ...plain["~standard"], jsonSchema: { input: () => shown, output: () => shown } },
  };
  expect(await filled(open, "volume 30")).toEqual({ ran: { volume: 30 } });
});

test("each of two skills that a text wakes is filled by its own part", async () => {
  await runtime.register(
    taking(volume, {
      name: "music",
      triggers: [{ when: "zebra kite volume to", threshold: 0.1 }],
    }),
    taking(timer, {
      name: "timer",
      triggers: [{ when: "walrus sail timer for minutes", threshold: 0.1 }],
    }),
  );
  const text = "zebra kite volume to 30, walrus sail timer for 10 minutes";
  const { outcomes } = await runtime.emit("message", { text });
  expect(outcomes.map(({ output }) => output)).toEqual(
    expect.arrayContaining([{ volume: 30 }, { minutes: 10 }]),
  );
});

test("a schema that throws is a failure of the skill", async () => {
  const broken = taking({
    "~standard": {
      version: 1,
      vendor: "test",
      validate: () => {
        throw new TypeError("broken");
      },
    },
  });
  expect(await wake(broken, "zebra kite")).toMatchObject({
    status: "failed",
    error: { code: "invalid-input" },
  });
});
