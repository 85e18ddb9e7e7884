import { createMemory, inMemoryStore } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { createSkillRuntime } from "@kioku/skills";

import { shopping } from "./shopping.ts";

const memory = createMemory({ store: inMemoryStore(), embedder: localEmbedder() });
const runtime = await createSkillRuntime({ memory, skills: [shopping] });
for (const text of ["We have no more eggs", "What a lovely morning"]) {
  const { outcomes } = await runtime.emit("message", { text });
  console.log(text, "->", outcomes.map(({ output }) => output).join() || "nobody woke");
}
await runtime.close();
await memory.close();
