import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

import { runTogether } from "@kioku/packaging/run-together";
import { beforeAll, expect, test } from "vitest";

import { runExample } from "./run-example.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** Only what hangs takes so long. */
const PROGRAM_MS = 240_000;

const NAMES = [
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
];

function fileOf(name: string): string {
  return name.includes("/") ? `${name}.ts` : `${name}/main.ts`;
}

/** This one ends its process. */
const TOGETHER = NAMES.filter((name) => name !== "multi-tenant");
/** Outputs of the others in one process, in which most of them do what they do alone. */
let together: readonly (string | undefined)[] = [];

beforeAll(async () => {
  const files = TOGETHER.map((name) =>
    fileURLToPath(new URL(`../${fileOf(name)}`, import.meta.url)),
  );
  together = await runTogether(files, {
    cwd: tmpdir(),
    env: { FORCE_COLOR: undefined },
    timeoutMs: PROGRAM_MS,
  });
}, 4 * PROGRAM_MS);

test.each(NAMES)("%s prints what its README says", async (name) => {
  const [, section = ""] = readme.split(`## ${name}\n`);
  const promised = /```text\n(?<output>[^]*?)```/u.exec(section)?.groups?.["output"];
  if (promised !== undefined && together[TOGETHER.indexOf(name)] === promised) return;
  const { code, stdout, stderr } = await runExample(fileOf(name), []);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: promised, stderr: "" });
});
