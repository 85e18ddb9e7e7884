import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { QUOTED, quoteResults, readReports } from "../store/quote-results.ts";

test.each(Object.entries(QUOTED))(
  "the README of store-%s quotes the saved results",
  (_, quoted) => {
    const text = readFileSync(quoted.readme, "utf8");
    expect(quoteResults(text, readReports(quoted))).toBe(text);
  },
);

test("there are results to quote, and a README without their place is not one", () => {
  expect(readReports(QUOTED.sqlite).length).toBeGreaterThan(0);
  for (const { readme } of Object.values(QUOTED)) {
    expect(readFileSync(readme, "utf8").split("<!-- bench:store -->")).toHaveLength(2);
  }
});
