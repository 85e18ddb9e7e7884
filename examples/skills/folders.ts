/** Folders with a `SKILL.md`: found by a task, loaded for a model, and read again after an edit. */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { createMemory, inMemoryStore } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { createSkillRuntime, loadSkills, reloadSkills } from "@kioku/skills";

const folder = await mkdtemp(join(tmpdir(), "kioku-skills-"));
await cp(fileURLToPath(new URL("office-skills", import.meta.url)), folder, { recursive: true });

const memory = createMemory({ store: inMemoryStore(), embedder: localEmbedder() });
const runtime = await createSkillRuntime({ memory, skills: await loadSkills(folder) });

// With hundreds of skills a catalog of all is too long for a prompt: search comes first.
for (const task of [
  "I paid for a hotel, can I get it back",
  "answer a customer who is angry about a late parcel",
  "写一下今天会议的纪要",
]) {
  const [best] = await runtime.searchSkills(task, { limit: 1 });
  console.log(`${task}: ${best?.name}`);
}

// A text wakes a skill by its description, too. It runs nothing: the host loads it, or not.
const { outcomes } = await runtime.emit("message", { text: "Write the minutes of our meeting" });
for (const { skill, status } of outcomes) console.log(skill, status);
const [woken] = outcomes;
if (woken) {
  const content = await runtime.activate(woken.skill);
  // The folder is another one each time, and the revision with it.
  console.log(content.replaceAll(folder, "…").replace(/ revision="\w+"/u, ""));
}

// Edits count after the folders were read again.
const path = join(folder, "meeting-minutes", "SKILL.md");
await writeFile(path, (await readFile(path, "utf8")).replace("at most one page", "ten lines"));
await rm(join(folder, "kind-replies"), { recursive: true });
console.log(await reloadSkills(runtime, folder));

await runtime.close();
await memory.close();
await rm(folder, { recursive: true });
