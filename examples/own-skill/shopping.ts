import { defineSkill } from "@kioku/skills";
import { z } from "zod";

/** Keeps the shopping list: one record for each thing that was said, however often it was said. */
export const shopping = defineSkill({
  name: "shopping",
  description: "Keeps the shopping list",
  input: z.object({ text: z.string() }),
  triggers: [
    {
      when: [
        "put milk on the shopping list",
        "we are out of eggs",
        "把牛奶加到购物清单",
        "鸡蛋用完了",
      ],
      not: ["what is on the shopping list", "购物清单上有什么"],
    },
  ],
  permissions: { call: [], emit: [] },
  async run({ text }, { memory, signal }) {
    await memory.remember({ content: text, kind: "shopping" }, { signal });
    return "noted";
  },
});
