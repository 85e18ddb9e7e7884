import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { createMemory } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";

import { startChatServer } from "./chat-server.ts";
import { offlineModel } from "./offline-model.ts";

const { values } = parseArgs({
  options: { port: { type: "string", default: "3000" }, data: { type: "string" } },
});
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port is a number from 0 to 65535, but was ${values.port}`);
  process.exit(2);
}

const ended = new Promise<void>((resolve) => {
  // They may come twice: of Ctrl-C, the terminal tells this process and the one that started it, which passes it on.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => resolve());
});

const folder = values.data === undefined ? await mkdtemp(join(tmpdir(), "kioku-chat-")) : undefined;
const path = values.data ?? join(folder ?? "", "chat.db");
const memory = createMemory({ store: sqliteStore({ path }), embedder: localEmbedder() });

// A few rules that play a model, so that this runs offline. A real one is one line: `const model = openai("gpt-5-mini");`
const model = offlineModel();

try {
  const server = await startChatServer({ memory, model, port });
  console.log(`The chat is at ${server.url} (Ctrl-C ends it)`);
  await ended;
  await server.stop();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await memory.close();
  if (folder !== undefined) await rm(folder, { recursive: true });
}
