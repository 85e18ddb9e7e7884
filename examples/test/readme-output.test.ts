import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { runExample } from "./run-example.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

test.each([
  "hello-memory",
  "forgetting",
  "multi-tenant",
  "model-change",
  "embedding-queue",
  "embedding-server",
  "layers",
  "skills",
  "skills/choices",
  "skills/streams",
  "skills/folders",
  "skills-in-hosts",
  "mcp",
  "langchain-rag",
  "langchain-chat-history",
  "langchain-agent",
  "langgraph-store",
  "ai-sdk-tools",
  "ai-sdk-agent",
  "mind",
  "kinds",
  "character",
  "images",
  "feeling",
  "time-travel",
  "export-import",
  "guarded-memory",
  "backup",
  "nightly",
  "shards",
  "own-store",
  "own-embedder",
  "own-reranker",
  "own-skill",
  "own-plugin",
])("%s prints what its README says", async (name) => {
  const [, section = ""] = readme.split(`## ${name}\n`);
  const promised = /```text\n(?<output>[^]*?)```/u.exec(section)?.groups?.["output"];
  const file = name.includes("/") ? `${name}.ts` : `${name}/main.ts`;
  const { code, stdout, stderr } = await runExample(file, []);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: promised, stderr: "" });
});
