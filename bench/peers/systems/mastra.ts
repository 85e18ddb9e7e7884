import { join } from "node:path";

import type { SetRecord } from "../../recall/recall-set.ts";
import { asEmbeddingModel } from "../counted-embedder.ts";
import { loadSystem } from "../load-system.ts";
import { LIMIT, textOf } from "../system.ts";
import type { MemorySystem, SystemOptions } from "../system.ts";

type Closable = new (options: object) => { close(): Promise<void> };

interface Message {
  readonly id: string;
}

interface Recall {
  readonly threadId: string;
  readonly resourceId: string;
  readonly vectorSearchString?: string;
  readonly perPage?: false;
}

interface MastraMemory {
  readonly Memory: new (options: object) => {
    saveThread(options: object): Promise<unknown>;
    saveMessages(options: { readonly messages: readonly object[] }): Promise<unknown>;
    recall(options: Recall): Promise<{ readonly messages: readonly Message[] }>;
  };
}

/** Time between two messages of a thread, whose order is that of time. */
const STEP_MS = 1_000;
const BATCH = 200;
const FIRST = Date.UTC(2026, 0, 1);

/** Opens the memory of Mastra on one libSQL file, with semantic recall and no last messages. */
export async function openMastra({ folder, embedder }: SystemOptions): Promise<MemorySystem> {
  const { Memory } = loadSystem("@mastra/memory") as MastraMemory;
  const { LibSQLStore, LibSQLVector } = loadSystem("@mastra/libsql") as {
    readonly LibSQLStore: Closable;
    readonly LibSQLVector: Closable;
  };
  const url = `file:${join(folder, "mastra.db")}`;
  const storage = new LibSQLStore({ id: "storage", url });
  const vector = new LibSQLVector({ id: "vector", url });
  const memory = new Memory({
    storage,
    vector,
    embedder: asEmbeddingModel(embedder),
    options: {
      lastMessages: false,
      semanticRecall: { topK: LIMIT, messageRange: 0, scope: "resource" },
    },
  });
  const threads = new Set<string>();
  let written = 0;
  const save = async (user: string, records: readonly SetRecord[]): Promise<void> => {
    if (!threads.has(user)) await memory.saveThread({ thread: threadOf(user) });
    threads.add(user);
    await memory.saveMessages({
      messages: records.map((record) => {
        written += 1;
        return messageOf(user, record, new Date(FIRST + written * STEP_MS));
      }),
    });
  };
  const recall = async (user: string, options: Partial<Recall>): Promise<readonly string[]> => {
    const { messages } = await memory.recall({ ...placeOf(user), ...options });
    return messages.map(({ id }) => id.slice(user.length + 1));
  };
  return {
    async fill(user, records) {
      for (let first = 0; first < records.length; first += BATCH) {
        await save(user, records.slice(first, first + BATCH));
      }
    },
    add: (user, record) => save(user, [record]),
    search: (user, question) => recall(user, { vectorSearchString: question }),
    kept: (user) => recall(user, { perPage: false }),
    async close() {
      await vector.close();
      await storage.close();
    },
  };
}

function placeOf(user: string): { readonly threadId: string; readonly resourceId: string } {
  return { threadId: `thread of ${user}`, resourceId: user };
}

function threadOf(user: string): object {
  const { threadId: id, resourceId } = placeOf(user);
  return { id, resourceId, title: "", createdAt: new Date(FIRST), updatedAt: new Date(FIRST) };
}

/** Makes a message whose id is unique in the file. */
function messageOf(user: string, record: SetRecord, createdAt: Date): object {
  const text = textOf(record);
  return {
    id: `${user}/${record.id}`,
    ...placeOf(user),
    role: "user",
    type: "text",
    createdAt,
    content: { format: 2, content: text, parts: [{ type: "text", text }] },
  };
}
