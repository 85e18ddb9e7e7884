import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

import { createMemory, inMemoryStore } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { importMemories, mem0Memories, parseJsonLines, toJsonLines } from "@kioku/formats";
import { sqliteStore } from "@kioku/store-sqlite";

const folder = await mkdtemp(join(tmpdir(), "kioku-"));
const backup = join(folder, "ann.jsonl");

// A memory in a file, with an entry that has changed once.
const store = sqliteStore({ path: join(folder, "agent.db") });
const memory = createMemory({ store, embedder: localEmbedder() });
const ann = memory.scope("users", "ann");
await ann.remember("Ann keeps bees behind the house");
await ann.set("theme", "light");
await ann.set("theme", "dark");

// Back up what one scope holds, line by line.
await pipeline(toJsonLines(ann.export({ vectors: true })), createWriteStream(backup));
await memory.close();

// Bring it into another store, under another name.
const other = createMemory({ store: inMemoryStore(), embedder: localEmbedder() });
const moved = other.scope("archive", "ann");
const lines = () => parseJsonLines(createReadStream(backup));
const first = await moved.import(lines());
const again = await moved.import(lines());
console.log(`first: ${first.written} written, again: ${again.unchanged} unchanged`);

const [found] = await moved.recall("Which animals does Ann have?");
console.log(found?.content);
const [theme] = (await moved.list({ filter: { "@key": "theme" } })).items;
const versions = await moved.history(theme?.id ?? "");
console.log(versions.map(({ record }) => String(record?.content)).join(" → "));

// Data of another system comes through its reader.
const mem0 = { results: [{ id: "m1", memory: "Ann sells honey on Saturdays", user_id: "ann" }] };
const { stored } = await importMemories(moved, mem0Memories(mem0));
console.log(`from mem0: ${stored}`);

await other.close();
await rm(folder, { recursive: true });
