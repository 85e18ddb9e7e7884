import { localEmbedder } from "@kioku/embed-local";
import { skillConformance } from "@kioku/skills/testing";
import { expect, test } from "vitest";

import { shopping } from "../own-skill/shopping.ts";

const cases = skillConformance(() => shopping, {
  embedder: localEmbedder(),
  inputs: [{ text: "two litres of oat milk" }],
  wakes: ["We have no more eggs", "请把面包加到购物单上"],
  sleeps: ["What a lovely morning"],
  answers: [{ question: "is there anything made of oats?", answer: "oat milk" }],
  repeatable: true,
});

for (const { group, name, run } of cases) {
  test(`${group}: ${name}`, async (context) => {
    const outcome = await run();
    if (outcome.status === "skipped") context.skip(`the skill has no ${outcome.missing}`);
    expect(outcome.status).toBe("passed");
  });
}
