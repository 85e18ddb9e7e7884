import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const KIOKU = fileURLToPath(new URL("../../packages/cli/dist/bin.js", import.meta.url));
const TOKEN = "token-of-the-measurement";

/** A client of a server in a process of its own. */
export interface Served extends AsyncDisposable {
  readonly client: Client;
}

/** Where a server finds its memories and what it compiles. */
export interface ServedFiles {
  readonly database: string;
  readonly home: string;
}

/** Starts `kioku serve mcp` and connects to its standard input and output. */
export async function overStdio({ database, home }: ServedFiles): Promise<Served> {
  const client = newClient();
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [KIOKU, "serve", "mcp", "--database", database],
      env: { HOME: home },
      cwd: home,
    }),
  );
  return { client, [Symbol.asyncDispose]: async () => client.close() };
}

/** Starts `kioku serve mcp --http` and connects to it. */
export async function overHttp({ database, home }: ServedFiles): Promise<Served> {
  const args = ["serve", "mcp", "--http", "--port", "0", "--json", "--database", database];
  const child = spawn(process.execPath, [KIOKU, ...args], {
    env: { HOME: home, KIOKU_TOKEN: TOKEN },
    cwd: home,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { url } = JSON.parse(await firstLine(child)) as { readonly url: string };
  const client = newClient();
  const headers = { authorization: `Bearer ${TOKEN}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  return {
    client,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      child.kill();
      await once(child, "exit");
    },
  };
}

function newClient(): Client {
  return new Client({ name: "bench", version: "0.0.0" });
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("server has no output");
  const [line] = (await once(createInterface({ input: stdout }), "line")) as [string];
  return line;
}
