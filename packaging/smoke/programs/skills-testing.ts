import assert from "node:assert/strict";

import { defineSkill } from "@kioku/skills";
import { skillConformance } from "@kioku/skills/testing";

const greeter = defineSkill({
  name: "greeter",
  description: "Greets who comes in",
  triggers: [{ when: ["good morning"] }],
  run: () => "Good morning!",
});

async function main(): Promise<void> {
  const cases = skillConformance(() => greeter, { inputs: [{}] });
  assert.ok(cases.length > 10);
  const outcomes = await Promise.all(cases.map(({ run }) => run()));
  assert.ok(outcomes.some(({ status }) => status === "passed"));
}

void main();
