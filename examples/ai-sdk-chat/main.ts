import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { createMemory } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";

import { portOf } from "../http/port-of.ts";
import { startChatServer } from "./chat-server.ts";
import { offlineModel } from "./offline-model.ts";

const USAGE =
  "Usage: node scripts/run.mjs examples/ai-sdk-chat/main.ts [--port NUMBER] [--data FILE]";

/** Reads the command line. */
function readArguments(): { readonly port: number; readonly data: string | undefined } {
  try {
    const { values } = parseArgs({
      options: { port: { type: "string", default: "3000" }, data: { type: "string" } },
    });
    return { port: portOf(values.port), data: values.data };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return process.exit(2);
  }
}
const { port, data } = readArguments();

const ended = new Promise<void>((resolve) => {
  // They may come twice: of Ctrl-C, the terminal tells this process and the one that started it,
  // which passes it on.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => resolve());
});

const folder = data === undefined ? await mkdtemp(join(tmpdir(), "kioku-chat-")) : undefined;
const path = data ?? join(folder ?? "", "chat.db");
const store = sqliteStore({ path });
const memory = createMemory({ store, embedder: localEmbedder() });

// A few rules that play a model, so that this runs offline. A real one is one line:
// `const model = openai("gpt-5-mini");`
const model = offlineModel();

try {
  // Now and not with the first message: a file that cannot be used is said before anybody opens the
  // page.
  await store.open();
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
// Left to end by itself, Node drops the handlers first, and a second signal then kills it.
process.exit();
