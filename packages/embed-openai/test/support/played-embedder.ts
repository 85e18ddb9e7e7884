import type { Embedder } from "@kioku/core";

import { openaiEmbedder } from "../../src/index.js";
import type { OpenAIEmbedderOptions } from "../../src/index.js";
import { KEY } from "./played.js";
import type { RunningServer } from "./start-server.js";
import { testTime } from "./test-time.js";
import type { TestTime } from "./test-time.js";

/** An embedder of a played server, with the time of the test. */
export interface PlayedEmbedder {
  readonly embedder: Embedder;
  readonly time: TestTime;
}

/** OpenAI's smallest model at width 8 by default. */
export function playedEmbedder(
  server: Pick<RunningServer, "baseURL">,
  options: Partial<OpenAIEmbedderOptions> = {},
): PlayedEmbedder {
  const time = testTime();
  const embedder = openaiEmbedder({
    model: "text-embedding-3-small",
    dimensions: 8,
    baseURL: server.baseURL,
    apiKey: KEY,
    schedule: time.schedule,
    random: () => 0.5,
    ...options,
  });
  return { embedder, time };
}
