import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { tableEmbedder } from "../support/table-embedder.js";

const QUERY = "什么茶";
const ANSWER = "the user drinks oolong in the evening";

/** A vector with this cosine to the query's. */
function withCosine(cosine: number): readonly number[] {
  return [cosine, Math.sqrt(1 - cosine ** 2), 0, 0];
}

test("an answer in another language is found behind many nearer memories in the question's own", async () => {
  const others = Array.from({ length: 60 }, (_, n) => `天气很好 ${n}`);
  const table = Object.fromEntries(others.map((text) => [text, withCosine(0.5)]));
  const embedder = tableEmbedder({
    ...table,
    [QUERY]: withCosine(1),
    [ANSWER]: withCosine(0.45),
    绿茶: withCosine(0),
  });
  const { memory } = testMemory({ embedder });
  // One shares a character, so that sharing none says something.
  await memory.rememberAll([ANSWER, "绿茶", ...others]);
  const hits = await memory.recall({ query: QUERY, limit: 3, explain: true });
  const answer = hits.find(({ content }) => content === ANSWER);
  expect(answer?.signals?.comparable).toBe(0);
});
