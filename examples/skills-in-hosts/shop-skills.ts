import { defineSkill } from "@kioku/skills";
import { z } from "zod";

/** Streams: each part replaces the one before, and the last is the result. */
export const packing = defineSkill({
  name: "pack-parcel",
  description: "Packs the goods of an order",
  input: z.object({ order: z.number(), goods: z.array(z.string()) }),
  async *run({ order, goods }) {
    for (const [index, item] of goods.entries()) {
      yield { order, packed: index + 1, item };
    }
  },
});

/** Refuses, with a reason that the model reads. */
export const refund = defineSkill({
  name: "refund",
  description: "Pays the money of an order back",
  input: z.object({ order: z.number() }),
  async run({ order }, { memoryGet, fail }) {
    const state = await memoryGet(`order-${order}`);
    return state === "returned" ? { paid: true } : fail(`order ${order} was not returned yet`);
  },
});

/** Has instructions for the model. */
export const complaint = defineSkill({
  name: "answer-complaint",
  description: "Explains how to answer a complaint",
  instructions: "Say sorry once, in one sentence. Then say what happens next, and when.",
});

/** Stand in for the many other skills of a shop. */
export const others = Array.from({ length: 200 }, (_, index) =>
  defineSkill({
    name: `report-${index}`,
    description: `Writes the sales report of branch ${index}`,
    run: () => `Report of branch ${index}`,
  }),
);
