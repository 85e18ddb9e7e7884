/** The server: what a client starts, with the file of the memory as its argument. */
import { createMemory } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { serveStdio } from "@kioku/mcp";
import { sqliteStore } from "@kioku/store-sqlite";

const [path = "memory.db"] = process.argv.slice(2);
const memory = createMemory({ store: sqliteStore({ path }), embedder: localEmbedder() });
await serveStdio({ memory: memory.scope("users", "ana") }).closed;
await memory.close();
