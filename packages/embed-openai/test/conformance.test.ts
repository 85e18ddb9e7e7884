import { embedderConformance } from "@kioku/testing";
import { describe, expect, test } from "vitest";

import { openaiEmbedder } from "../src/index.js";
import { ALL_SERVERS } from "./support/all-servers.js";
import { startServer } from "./support/start-server.js";

/** One of them, or all. */
const SERVERS = ALL_SERVERS.slice(0, process.env["KIOKU_TEST_SIZE"] === "full" ? undefined : 1);

describe.each(SERVERS)("$name", ({ played, options, purposes }) => {
  let baseURL = "";
  const cases = embedderConformance(() => openaiEmbedder({ ...options, baseURL }), {
    tolerance: 0,
    purposes,
    stopsUnderWay: true,
    hugeBatch: 260,
    longText: 100_000,
  });

  test.for(cases)("$group: $name", async ({ run }, context) => {
    ({ baseURL } = await startServer(played));
    const outcome = await run();
    if (outcome.status === "skipped") context.skip(`the embedder has no ${outcome.missing}`);
    expect(outcome.status).toBe("passed");
  });
});
