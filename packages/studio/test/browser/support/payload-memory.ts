import { createMemory, type Memory, type MemoryRoot, type Receipt } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { createMind, type Mind } from "@kioku/mind";
import { sqliteStore } from "@kioku/store-sqlite";

import { PAYLOADS } from "./stored-payloads.js";

/** A memory whose every field holds payloads. */
export interface PayloadMemory extends AsyncDisposable {
  readonly memory: MemoryRoot;
  readonly mind: Mind;
  /** Ids of the memories, by the place of their payload. */
  readonly ids: readonly string[];
  /** Ids of images with a payload as caption and source. */
  readonly images: readonly string[];
}

/** Makes a memory in which each payload is in all fields that a writer may choose. */
export async function payloadMemory(): Promise<PayloadMemory> {
  const memory = createMemory({
    store: sqliteStore({ path: ":memory:" }),
    embedder: localEmbedder(),
  });
  const mind = createMind({ memory, automatic: false });
  const ids: string[] = [];
  const images: string[] = [];
  for (const payload of PAYLOADS) {
    const id = await write(memory, payload);
    ids.push(id);
    const caption = { content: payload, metadata: { source: payload } };
    images.push(idOf(await memory.remember({ kind: "image", ...caption })));
    await write(memory.scope(nameOf(payload), "x"), payload);
    const turn = { kind: "message", thread: nameOf(payload), origin: "user" } as const;
    await memory.remember({ ...turn, content: `I live in ${payload}` });
  }
  await mind.consolidate();
  return {
    memory,
    mind,
    ids,
    images,
    [Symbol.asyncDispose]: async () => {
      await mind.close();
      await memory.close();
    },
  };
}

async function write(memory: Memory, payload: string): Promise<string> {
  const name = nameOf(payload);
  const input = { kind: name, key: name, thread: name, speaker: name, importance: 0.9 };
  const metadata = { [name]: payload, tag: payload, list: [payload] };
  idOf(await memory.remember({ ...input, metadata, content: `before ${payload}` }));
  return idOf(await memory.remember({ ...input, metadata, content: payload }));
}

function idOf(receipt: Receipt): string {
  if (receipt.status === "rejected") throw new Error(receipt.reason);
  return receipt.record.id;
}

/** Names may hold no control characters, and have a limit. */
function nameOf(payload: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what a name may not hold
  return payload.replaceAll(/[\u0000-\u001F]/gu, "").slice(0, 200);
}
