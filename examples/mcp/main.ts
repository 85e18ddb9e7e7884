/** A client, as in an app with a model: one conversation tells something, a later one asks. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const folder = mkdtempSync(join(tmpdir(), "kioku-mcp-"));
const server = fileURLToPath(new URL("server.ts", import.meta.url));

/** Starts the server, and connects to it. */
async function connect(): Promise<Client> {
  const client = new Client({ name: "example", version: "1.0.0" });
  const args = [server, join(folder, "ana.db")];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  return client;
}

/** Calls a tool as a model would, and prints what it is told. */
async function call(client: Client, name: string, given: Record<string, string>): Promise<void> {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const [answer] = content;
  const text = answer?.type === "text" ? answer.text : "";
  // Ids, and the code of what would be forgotten, are new with each run.
  const shown = text.replaceAll(/[\da-f]{8}-[\da-f-]{27}/gu, "ID").replace(/[\da-f]{12}/u, "CODE");
  console.log(`${name}${isError === true ? " (error)" : ""}: ${shown}`);
}

const first = await connect();
const { tools } = await first.listTools();
console.log(`tools: ${tools.map(({ name }) => name).join(", ")}`);
await call(first, "remember", { content: "Ana's oven was repaired", occurredAt: "2026-03-02" });
await call(first, "remember", { content: "Ana is allergic to peanuts", occurredAt: "2026-03-05" });
await first.close();

const second = await connect();
await call(second, "recall", { query: "安娜对什么过敏？" });
await call(second, "recall", { query: "Is the oven broken?" });
await call(second, "forget", { query: "oven" });
await call(second, "update", { id: "none", content: "Ana has a new oven" });
await second.close();

rmSync(folder, { recursive: true });
