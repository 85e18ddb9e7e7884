import { buildContext } from "@kioku/core";
import { defineSkill } from "@kioku/skills";

import type { Model } from "./model.ts";
import { said } from "./said.ts";

const KNOWLEDGE = "knowledge";

/** Answers questions about orders, by what is known of the customer and what the handbook says. */
export function customerService(model: Model) {
  return defineSkill({
    name: "customer-service",
    description: "Answers questions about orders, deliveries, returns and refunds",
    input: said,
    permissions: {
      read: [{ path: [] }, { path: [KNOWLEDGE] }],
      write: [{ path: [] }],
      call: [],
      emit: [],
    },
    triggers: [
      {
        when: [
          "I want to return something that I ordered",
          "can I send this back",
          "how long does a refund take",
          "where is my parcel",
          "我想退货",
          "什么时候退款",
          "我的包裹到哪里了",
        ],
      },
    ],
    async run({ text }, { memory, signal }) {
      const query = { query: text, limit: 4 };
      const [history, knowledge] = await Promise.all([
        memory.recall({ ...query, kinds: ["order", "answer"] }, { signal }),
        // The handbook may say the same in other words: its best notes are always shown.
        memory.scope(KNOWLEDGE).recall({ ...query, minScore: 0 }, { signal }),
      ]);
      // The fence: what customers and pages have written is shown to the model as data.
      const context = buildContext([...history, ...knowledge], { budget: 600 });
      const prompt = `Answer the customer from the notes, and cite them.\n${context.text}\nCustomer: ${text}`;
      const answer = await model(prompt, { signal });
      const sources = context.citations(answer).cited.map((cited) => cited.memory);
      const { status } = await memory.remember({
        content: answer.replaceAll(/ \[\w+\]/gu, ""),
        kind: "answer",
        sources: sources.map(({ id }) => id),
        // No answer is worth more than what it was made of.
        trust: context.trust,
        metadata: { question: text },
      });
      return { answer, from: sources.map(({ kind }) => kind), remembered: status };
    },
  });
}
