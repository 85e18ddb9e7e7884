import { expect, test } from "vitest";

import { RunTally } from "../../src/run/report.js";

test("a report shows the first 1,000 changes, and counts all", () => {
  const tally = new RunTally("run", { scope: [], trigger: "demand", isDryRun: false });
  const changes = Array.from({ length: 700 }, (_, index) => {
    const change = index % 7 === 0 ? "reinforce" : "add";
    return { change, text: `fact ${index}`, replaces: [], sources: [], by: "rule" } as const;
  });
  const plan = { inputs: [], changes, refused: [], malformed: 0, added: 600, written: [] };
  tally.add(plan, 20);
  tally.add(plan, 20);
  const report = tally.report();
  expect(report.changes).toStrictEqual([...changes, ...changes].slice(0, 1_000));
  expect(report.counts).toStrictEqual({ add: 1_200, reinforce: 200 });
});
