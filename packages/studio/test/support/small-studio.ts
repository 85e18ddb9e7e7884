import { createMemory, inMemoryStore, type MemoryRoot } from "@kioku/core";
import { createMind, type Mind } from "@kioku/mind";
import type { Images } from "@kioku/mind/images";

import { openStudio, type Studio } from "../../src/open-studio.js";
import { sampleImages } from "./sample-images.js";

const START = new Date("2026-03-02T09:00:00Z");

/** Answer of a studio. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the bytes of anything else. */
  readonly body: unknown;
}

/** A studio on a memory without a file, whose clock goes on by a minute with each turn. */
export interface SmallStudio extends AsyncDisposable {
  readonly memory: MemoryRoot & { readonly images: Images };
  readonly mind: Mind;
  /** Says something in a talk, and returns its id. */
  say(content: string, members?: { readonly origin?: "user" | "assistant" }): Promise<string>;
  /** Lets days pass. */
  wait(days: number): void;
  /** Asks a verb. */
  ask(verb: string, query: object): Promise<Answer>;
}

/** Opens one. */
export async function smallStudio(
  options: { readonly write?: boolean; readonly hasImages?: boolean } = {},
): Promise<SmallStudio> {
  const { write = false, hasImages = true } = options;
  let now = START;
  const clock = (): Date => now;
  const plugins = [sampleImages(clock)] as const;
  const memory = createMemory({ store: inMemoryStore(), clock, plugins });
  const mind = createMind({ memory, automatic: false, clock, keepShare: 1 });
  const images = hasImages ? memory.images : undefined;
  const studio = await openStudio({ memory, mind, images, write, clock });
  return {
    memory,
    mind,
    say: async (content, members = {}) => {
      now = new Date(now.getTime() + 60_000);
      const input = {
        content,
        kind: "message",
        thread: "talk",
        origin: "user",
        ...members,
      } as const;
      const receipt = await memory.remember(input);
      return receipt.status === "rejected" ? "" : receipt.record.id;
    },
    wait: (days) => {
      now = new Date(now.getTime() + days * 86_400_000);
    },
    ask: async (verb, query) => ask(studio, verb, query),
    [Symbol.asyncDispose]: async () => {
      await studio.close();
      await mind.close();
      await memory.close();
    },
  };
}

async function ask({ url }: Studio, verb: string, query: object): Promise<Answer> {
  const [address = "", token = ""] = url.split("/#token=");
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const body = JSON.stringify(query);
  const response = await fetch(`${address}/api/${verb}`, { method: "POST", headers, body });
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const answer: unknown = isJson
    ? await response.json()
    : new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, body: answer };
}
