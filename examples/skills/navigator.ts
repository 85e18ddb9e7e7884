import { defineSkill } from "@kioku/skills";

import { said } from "./said.ts";

/**
 * Takes somebody to a place that is meant, whatever it is called, and leaves the target for all
 * other skills.
 */
export const navigator = defineSkill({
  name: "navigator",
  description: "Moves to a place in the house",
  input: said,
  triggers: [
    {
      when: ["take me to the living room", "go to the kitchen", "带我去客厅", "去厨房"],
      not: ["where are we going", "我们要去哪里"],
      cooldownMs: 5_000,
    },
  ],
  async run({ text }, context) {
    const { memory, signal } = context;
    const query = { query: text, kinds: ["place"], limit: 1, minScore: 0.3 };
    const [place] = await memory.recall(query, { signal });
    if (!place) return "no such place";
    // The key is this skill's own affair. Others find the target by what the text means.
    await context.memorySetWithEmbedding(
      "nav.target.v2",
      place.content,
      `导航目标: ${place.content}`,
    );
    return `on the way to ${place.content}`;
  },
});
