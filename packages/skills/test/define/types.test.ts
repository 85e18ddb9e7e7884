/* oxlint-disable typescript/ban-ts-comment -- what must not compile is what is tested here */
import { type } from "arktype";
import * as v from "valibot";
import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";

import { createSkillRuntime, defineSkill } from "../../src/index.js";
import type { AnySkillRuntime, DefinedSkill, SkillInput, SkillOutput } from "../../src/index.js";
import { testWorld } from "../support/test-world.js";

declare module "@kioku/core" {
  interface SkillEventMap {
    "order.placed": { readonly orderId: string };
  }
}

const zodSkill = defineSkill({
  name: "zod-skill",
  description: "Its schema turns text into a number",
  input: z.object({ count: z.string().transform(Number) }),
  run: async ({ count }) => count * 2,
});
const valibotSkill = defineSkill({
  name: "valibot-skill",
  description: "Its schema has a default",
  input: v.object({ place: v.optional(v.string(), "home") }),
  run: ({ place }) => place.length,
});
const arktypeSkill = defineSkill({
  name: "arktype-skill",
  description: "Its schema is a function",
  input: type({ place: "string" }),
  output: type("string"),
  run: ({ place }) => `to ${place}`,
});
const plainSkill = defineSkill({
  name: "plain-skill",
  description: "Takes any JSON",
  run: (input) => input,
});

test("name, input and output of a skill keep their types, whichever library made the schema", () => {
  expectTypeOf(zodSkill.name).toEqualTypeOf<"zod-skill">();
  expectTypeOf<SkillInput<typeof zodSkill>>().toEqualTypeOf<{ count: string }>();
  expectTypeOf<SkillOutput<typeof zodSkill>>().toEqualTypeOf<number>();
  expectTypeOf<SkillInput<typeof valibotSkill>>().toEqualTypeOf<{ place?: string | undefined }>();
  expectTypeOf<SkillOutput<typeof valibotSkill>>().toEqualTypeOf<number>();
  expectTypeOf<SkillInput<typeof arktypeSkill>>().toEqualTypeOf<{ place: string }>();
  expectTypeOf<SkillOutput<typeof arktypeSkill>>().toEqualTypeOf<string>();
  expectTypeOf(plainSkill).toExtend<DefinedSkill<"plain-skill">>();
});

test("run of the runtime takes the input that the schema takes and returns what the skill returns", async () => {
  const { runtime } = await testWorld([zodSkill, valibotSkill, arktypeSkill, plainSkill]);
  const doubled = await runtime.run("zod-skill", { count: "21" });
  expectTypeOf(doubled).toEqualTypeOf<number>();
  expect(doubled).toBe(42);
  expect(await runtime.run("valibot-skill", {})).toBe(4);
  expect(await runtime.run("arktype-skill", { place: "home" })).toBe("to home");
  expect(await runtime.run("plain-skill", [1, "two"])).toEqual([1, "two"]);
  // @ts-expect-error -- the schema takes text
  await expect(runtime.run("zod-skill", { count: 21 })).rejects.toThrow("does not fit");
  // @ts-expect-error -- there is no such skill
  await expect(runtime.run("zod-skil", { count: "21" })).rejects.toThrow(
    'skill "zod-skil" not found',
  );
  // @ts-expect-error -- a place is missing
  await expect(runtime.run("arktype-skill", {})).rejects.toThrow("does not fit");
});

test("what does not fit is refused by the compiler where a skill is defined", () => {
  const what = { description: "Does not compile" };
  const schema = z.object({ place: z.string() });
  // @ts-expect-error -- the input has no `plaza`
  defineSkill({ name: "a", ...what, input: schema, run: ({ plaza }) => plaza as unknown });
  // @ts-expect-error -- the output is text
  defineSkill({ name: "b", ...what, output: z.string(), run: () => 1 });
  // @ts-expect-error -- there is no such event
  defineSkill({ name: "c", ...what, on: { "order.lost": () => 1 } });
  // @ts-expect-error -- data of the event has no `order`
  defineSkill({ name: "d", ...what, on: { "order.placed": ({ data }) => data.order as unknown } });
  // @ts-expect-error -- a description is missing
  expect(() => defineSkill({ name: "e" })).toThrow("skill.description");
});

test("events that an author declares are typed in handlers and in emit", async () => {
  const orders: string[] = [];
  const { runtime } = await testWorld([
    defineSkill({
      name: "orders",
      description: "Hears of orders",
      on: {
        "order.placed": (event) => {
          expectTypeOf(event.data.orderId).toEqualTypeOf<string>();
          orders.push(event.data.orderId);
        },
      },
    }),
  ]);
  await runtime.emit("order.placed", { orderId: "17" });
  // @ts-expect-error -- an id is text
  await runtime.emit("order.placed", { orderId: 18 });
  // @ts-expect-error -- there is no such event
  await runtime.emit("order.lost", { orderId: "19" });
  expect(orders).toEqual(["17", 18]);
});

test("a runtime without skills takes any name, for those that are registered later", async () => {
  const { memory } = await testWorld([]);
  await using runtime = await createSkillRuntime({ memory });
  await runtime.register(plainSkill);
  expect(await runtime.run("plain-skill", 1)).toBe(1);
});

function namesOf({ skills }: AnySkillRuntime): readonly string[] {
  return [...skills.keys()];
}

test("a function that takes any runtime takes one that knows its skills", async () => {
  const { runtime } = await testWorld([zodSkill, plainSkill]);
  expect(namesOf(runtime)).toEqual(["zod-skill", "plain-skill"]);
  const any: AnySkillRuntime = runtime;
  await expect(any.run("plain-skill", 1)).resolves.toBe(1);
});
