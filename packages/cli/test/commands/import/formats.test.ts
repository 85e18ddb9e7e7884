import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";

import { expect, it } from "vitest";

import { main } from "../../../src/main.js";
import { testHost, type TestHost } from "../../support/test-host.js";

const chatGpt = [
  {
    conversation_id: "c1",
    title: "Food",
    current_node: "b",
    mapping: {
      a: { parent: null, message: null },
      b: {
        parent: "a",
        message: {
          author: { role: "user" },
          create_time: 1_750_000_000,
          content: { content_type: "text", parts: ["我对花生过敏"] },
        },
      },
    },
  },
];
const claude = [
  {
    uuid: "c2",
    name: "",
    chat_messages: [
      { uuid: "m1", sender: "human", text: "I like tea", created_at: "2026-03-01T08:00:00Z" },
    ],
  },
];
const FILES: Readonly<Record<string, unknown>> = {
  chatgpt: chatGpt,
  claude,
  sharegpt: [{ id: "c3", conversations: [{ from: "human", value: "I keep bees" }] }],
  "ui-messages": [{ id: "1", role: "user", parts: [{ type: "text", text: "I live in Bergen" }] }],
  chat: { messages: [{ role: "user", content: "Bergen is rainy." }] },
  mem0: { results: [{ id: "1", memory: "Vegetarian", user_id: "ann" }] },
  langgraph: { items: [{ namespace: ["ann"], key: "tone", value: { text: "formal" } }] },
  mastra: [
    {
      id: "1",
      role: "user",
      threadId: "t",
      resourceId: "ann",
      content: { format: 2, parts: [{ type: "text", text: "I row" }] },
    },
  ],
  mcp: {
    entities: [{ name: "Ann", entityType: "person", observations: ["walks"] }],
    relations: [],
  },
};

function save(host: TestHost, name: string, text: string): string {
  mkdirSync(join(host.cwd, "in"), { recursive: true });
  writeFileSync(join(host.cwd, "in", name), text);
  return `in/${name}`;
}

function lines(...values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join("\n");
}

interface Report {
  readonly stored: number;
  readonly duplicate: number;
  readonly files: readonly {
    readonly format?: string;
    readonly error?: { readonly message: string };
  }[];
}

async function imported(host: TestHost, ...args: readonly string[]): Promise<Report> {
  const { stdout, stderr } = await host.run("import", ...args, "--json");
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Report;
}

it("finds each format by its content, and imports it once", async () => {
  using host = testHost();
  const names = Object.keys(FILES).toSorted();
  for (const name of names) save(host, `${name}-export.json`, JSON.stringify(FILES[name]));
  save(host, "user.json", '{"id":"u"}');
  const first = await imported(host, "in");
  const formats = first.files.flatMap(({ format }) => format ?? []);
  expect(formats).toEqual(names);
  expect(first.stored).toBe(10);
  expect(await imported(host, "in")).toMatchObject({ stored: 0, duplicate: 10 });
});

it("reads lists as lines of JSON, and the memory file of the MCP server", async () => {
  using host = testHost();
  const shared = save(
    host,
    "shared.jsonl",
    lines(
      { conversations: [{ from: "human", value: "One" }] },
      { conversations: [{ from: "gpt", value: "Two" }] },
    ),
  );
  const graph = save(
    host,
    "memory.jsonl",
    lines(
      { type: "entity", name: "Ann", entityType: "person", observations: ["swims"] },
      { type: "relation", from: "Ann", to: "Bo", relationType: "knows" },
    ),
  );
  const { stored, files } = await imported(host, shared, graph);
  expect(stored).toBe(5);
  expect(files.map(({ format }) => format)).toEqual(["sharegpt", "mcp"]);
});

it("keeps users of mem0 apart, and asks for it", async () => {
  using host = testHost();
  const file = save(
    host,
    "mem0.json",
    JSON.stringify([
      { id: "1", memory: "A", user_id: "ann" },
      { id: "2", memory: "B", user_id: "bo" },
    ]),
  );
  const { code, stderr } = await host.run("import", file);
  expect(code).toBe(2);
  expect(stderr).toContain("say --scope-by user_id to keep them apart");
  expect((await imported(host, file, "--scope-by", "user_id")).stored).toBe(2);
});

it("reads standard input, lines, and what is compressed not at all", async () => {
  using host = testHost({ stdin: "# Food\nTea\n\n# Work\nNine" });
  expect((await imported(host, "-")).files).toMatchObject([{ format: "markdown", found: 2 }]);
  using again = testHost({ folder: host.folder, stdin: "I like tea\n\n我爱喝茶\n" });
  expect((await imported(again, "-", "--format", "lines")).stored).toBe(2);
  const zip = await host.run("import", save(host, "export.zip", "PK\u0003\u0004…"));
  expect(zip.code).toBe(2);
  expect(zip.stderr).toMatch(/ZIP archive.*unpack it/su);
});

it("ends with Ctrl-C while it waits for standard input", async () => {
  using host = testHost();
  const stdin = new Readable({ read: () => host.interrupt() });
  expect(await main(["import", "-"], { ...host, stdin })).toBe(130);
  expect(host.written().stderr).toContain("interrupted");
});

it("shows in a dry run what would come, and writes nothing", async () => {
  using host = testHost();
  save(host, "a.md", "A");
  save(host, "b.json", JSON.stringify(chatGpt));
  const { stdout } = await host.run("import", "in", "--dry-run");
  expect(stdout).toMatch(
    /a\.md {2}markdown {2}1 stored\n.*b\.json {2}chatgpt {2}1 found\nNothing was written/u,
  );
  expect(existsSync(join(host.home, ".local/share/kioku/memory.db"))).toBe(false);
  const named = await host.run("import", "in", "--dry-run", "--database", "other.db");
  expect(named.stdout).toBe(stdout);
  expect(existsSync(join(host.cwd, "other.db"))).toBe(false);
  expect((await imported(host, "in")).stored).toBe(2);
});
