import { pluginConformance } from "@kioku/testing";
import { expect, test } from "vitest";

import { withoutTracking } from "../own-plugin/without-tracking.ts";

const cases = pluginConformance(withoutTracking, {
  examples: [
    {
      input: { content: "Read https://example.com/tea?utm_source=mail&page=2" },
      becomes: "Read https://example.com/tea?page=2",
    },
    {
      input: { content: "See https://example.com/tea?page=2" },
      becomes: "See https://example.com/tea?page=2",
    },
    { input: { content: "Seen at https://tracker.example/1" }, vetoed: true },
  ],
});

for (const { group, name, run } of cases) {
  test(`${group}: ${name}`, async (context) => {
    const outcome = await run();
    if (outcome.status === "skipped") context.skip(`the plugin has no ${outcome.missing}`);
    expect(outcome.status).toBe("passed");
  });
}
