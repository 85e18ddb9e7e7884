import { defineSkill } from "@kioku/skills";

/** Says where the way goes. It knows no key of the navigator's, and no navigator. */
export const narrator = defineSkill({
  name: "narrator",
  description: "Says what is going on",
  permissions: { write: [] },
  triggers: [
    {
      when: ["where are we going", "what is our destination", "我们要去哪里", "目的地是哪里"],
    },
  ],
  async run(_input, { memory, signal }) {
    // Entries are what skills keep under keys of their own; notes and orders are not asked.
    const query = { query: "目的地", kinds: ["entry"], mode: "semantic", limit: 1 } as const;
    const [found] = await memory.recall(query, { signal });
    return found?.content ?? "nowhere";
  },
});
