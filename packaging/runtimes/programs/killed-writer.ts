/**
 * `killed-writer write FILE NAME COUNT` writes memories and prints each one that is acknowledged;
 * `killed-writer read FILE` checks the file and prints all that are there.
 */
import { createMemory } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";

const [task, path = "", name = "", count = ""] = process.argv.slice(2);
const store = sqliteStore({ path });
const memory = createMemory({ store, embedder: localEmbedder() });
if (task === "write") {
  for (let index = 0; index < Number(count); index += 1) {
    const content = `${name} noted fact ${index}`;
    const { status } = await memory.remember(content);
    if (status === "stored") console.log(content);
  }
} else {
  await store.open();
  const { ok, problems } = await store.integrityCheck();
  if (!ok) throw new Error(problems.join("\n"));
  for await (const line of memory.export()) {
    if (line.type === "record") console.log(line.revisions.at(-1)?.record?.["content"]);
  }
}
await memory.close();
