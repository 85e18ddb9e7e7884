import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory } from "@kioku/core";

import { FileStore } from "./file-store.ts";

const folder = await mkdtemp(join(tmpdir(), "own-store-"));
const path = join(folder, "memories.jsonl");

const first = createMemory({ store: new FileStore(path) });
await first.remember("The user prefers dark mode");
await first.set("favouriteTheme", "dark");
await first.close();

const second = createMemory({ store: new FileStore(path) });
const [hit] = await second.recall("Which mode does the user prefer?");
console.log(hit?.content);
console.log(await second.get("favouriteTheme"));
await second.close();
await rm(folder, { recursive: true });
