import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

import type { SetRecord } from "../../recall/recall-set.ts";
import { PACKAGES } from "../load-system.ts";
import { LIMIT, textOf } from "../system.ts";
import type { MemorySystem, SystemOptions } from "../system.ts";

interface Graph {
  readonly entities: readonly { readonly name: string }[];
}

const SERVER = fileURLToPath(
  new URL("node_modules/@modelcontextprotocol/server-memory/dist/index.js", PACKAGES),
);
const LEAST_LETTERS = 4;
const MOST_WORDS = 8;
const BATCH = 1_000;

/**
 * Opens the memory server of the MCP project over its standard input and output, with a server and
 * a file for each user, since it knows none. It finds what holds a text as it is, so a question
 * is asked word by word, and what holds more of them comes first.
 */
export async function openServerMemory({ folder }: SystemOptions): Promise<MemorySystem> {
  const clients = new Map<string, Promise<Client>>();
  const call = async (user: string, name: string, args: object): Promise<Graph> => {
    let client = clients.get(user);
    if (client === undefined) {
      client = connect(join(folder, `${createHash("sha256").update(user).digest("hex")}.jsonl`));
      clients.set(user, client);
    }
    const result = await (await client).callTool({ name, arguments: { ...args } });
    if (result.isError === true) throw new Error(JSON.stringify(result.content));
    return result.structuredContent as Graph;
  };
  const write = (user: string, records: readonly SetRecord[]): Promise<unknown> =>
    call(user, "create_entities", { entities: records.map(entityOf) });
  return {
    async fill(user, records) {
      for (let first = 0; first < records.length; first += BATCH) {
        await write(user, records.slice(first, first + BATCH));
      }
    },
    add: (user, record) => write(user, [record]),
    async search(user, question) {
      const hits = new Map<string, number>();
      for (const query of wordsOf(question)) {
        const { entities } = await call(user, "search_nodes", { query });
        for (const { name } of entities) hits.set(name, (hits.get(name) ?? 0) + 1);
      }
      const best = [...hits].toSorted(([, a], [, b]) => b - a);
      return best.slice(0, LIMIT).map(([name]) => name);
    },
    async kept(user) {
      const { entities } = await call(user, "read_graph", {});
      return entities.map(({ name }) => name);
    },
    async close() {
      for (const client of clients.values()) await (await client).close();
    },
  };
}

async function connect(file: string): Promise<Client> {
  const client = new Client({ name: "bench", version: "0.0.0" });
  const { PATH = "", NODE_OPTIONS = "", KIOKU_BENCH_HOSTS = "" } = process.env;
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [SERVER],
      stderr: "ignore",
      env: { PATH, NODE_OPTIONS, KIOKU_BENCH_HOSTS, MEMORY_FILE_PATH: file },
    }),
  );
  return client;
}

function entityOf(record: SetRecord): object {
  return { name: record.id, entityType: "memory", observations: [textOf(record)] };
}

/** Returns words that say what a question is about: the longest ones. */
function wordsOf(question: string): readonly string[] {
  const words = new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return [...words]
    .filter(({ length }) => length >= LEAST_LETTERS)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS);
}
