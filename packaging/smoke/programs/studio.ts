import assert from "node:assert/strict";

import { createMemory, inMemoryStore } from "@kioku/core";
import { openStudio } from "@kioku/studio";

async function main(): Promise<void> {
  const memory = createMemory({ store: inMemoryStore() });
  const studio = await openStudio({ memory: memory.scope("ana") });
  const { origin, hash } = new URL(studio.url);
  for (const path of ["/", "/studio.js", "/studio.css"]) {
    const file = await fetch(`${origin}${path}`);
    assert.equal(file.status, 200);
    await file.arrayBuffer();
  }
  const answer = await fetch(`${origin}/api/about`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${hash.replace("#token=", "")}`,
      "content-type": "application/json",
    },
    body: "{}",
  });
  assert.match(await answer.text(), /"scope":\["ana"\],"canWrite":false/u);
  await studio.close();
  await memory.close();
}

void main();
