import { expect, test } from "vitest";

import { failingWorld, operations, quoting, scriptedModel } from "../failures/failing-world.js";

test("who is called like somebody else in another case changes nothing of them", async () => {
  const said = "I moved to Rome and I no longer live in Porto";
  const { model } = scriptedModel((prompt) =>
    prompt.includes("Rome")
      ? operations(
          { op: "retract", target: "f1", ...quoting(said) },
          { op: "supersede", target: "f1", text: said, subject: "Ana", ...quoting(said) },
          {
            op: "supersede",
            target: "f1",
            text: said,
            subject: "Ana",
            attribute: "home",
            value: "rome",
            ...quoting(said),
          },
          { op: "add", text: said, subject: "Ana", ...quoting(said) },
        )
      : operations({ op: "noop", sources: [] }),
  );
  const { live, portrait } = failingWorld("memory", { model });
  await live([{ content: "I live in Porto.", speaker: "Ana" }]);
  // Both talk, so that the model is shown what is known of both.
  await live([
    { content: said, speaker: "ANA" },
    { content: "The weather is fine.", speaker: "Ana" },
  ]);
  expect(await portrait("Ana")).toContain("I live in Porto.");
  expect(await portrait("Ana")).not.toContain("Rome");
  expect(await portrait("ANA")).toContain("Rome");
});
