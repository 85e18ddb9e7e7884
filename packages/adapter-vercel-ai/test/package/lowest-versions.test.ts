import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect, test } from "vitest";

/**
 * Uses the package as published, in a process of its own where `ai` is another version of it: a
 * turn of a model with memory and tools, a stream of one, and the bridge for embedding models.
 */
const PROGRAM = `
  import { registerHooks } from "node:module";
  const [alias] = process.argv.slice(1);
  registerHooks({
    resolve: (specifier, context, next) => next(specifier.replace(/^ai(?=\\/|$)/u, alias), context),
  });
  const { default: { version } } = await import("ai/package.json", { with: { type: "json" } });
  const { embed, generateText, stepCountIs, streamText } = await import("ai");
  const { fromEmbeddingModel, fromLanguageModel, memoryTools, toEmbeddingModel, withMemory } = await import("@kioku/adapter-vercel-ai");
  const { createMemory, inMemoryStore } = await import("@kioku/core");

  const embedder = {
    id: "lengths", dimensions: 2, profile: { unrelated: 0.1, related: 0.9 },
    embed: async (texts) => ({ vectors: texts.map((text) => new Float32Array([text.length, 1])) }),
  };
  const model = toEmbeddingModel(embedder);
  const { embedding } = await embed({ model, value: "four" });
  const memory = createMemory({ store: inMemoryStore(), embedder: fromEmbeddingModel(model) });
  await memory.remember("Ann likes green tea");

  const usage = { inputTokens: {}, outputTokens: {} };
  const call = { type: "tool-call", toolCallId: "1", toolName: "remember", input: JSON.stringify({ content: "Ann has a cat" }) };
  const prompts = [];
  const answer = (prompt) => prompts.push(JSON.stringify(prompt)) === 1
    ? { content: [call], finishReason: { unified: "tool-calls" }, usage, warnings: [] }
    : { content: [{ type: "text", text: "Green." }], finishReason: { unified: "stop" }, usage, warnings: [] };
  const plain = {
    specificationVersion: "v3", provider: "test", modelId: "test", supportedUrls: {},
    doGenerate: async ({ prompt }) => answer(prompt),
    doStream: async ({ prompt }) => {
      const { finishReason } = answer(prompt);
      return { stream: ReadableStream.from([
        { type: "stream-start", warnings: [] },
        { type: "text-start", id: "1" }, { type: "text-delta", id: "1", delta: "Still green." }, { type: "text-end", id: "1" },
        { type: "finish", finishReason, usage },
      ]) };
    },
  };
  const remembering = withMemory(plain, memory, { capture: "turn", onError: "throw" });
  const { text } = await generateText({
    model: remembering, tools: memoryTools(memory), stopWhen: stepCountIs(3), prompt: "Which tea does Ann like?",
  });
  const streamed = await streamText({ model: remembering, prompt: "And which tea today?" }).text;
  const formats = [];
  const formatted = {
    ...plain,
    doGenerate: async ({ responseFormat }) => {
      formats.push(responseFormat?.type);
      return { content: [{ type: "text", text: "{}" }], finishReason: { unified: "stop" }, usage, warnings: [] };
    },
  };
  const writer = fromLanguageModel(formatted, { takesImages: true });
  const images = [{ mediaType: "image/png", data: Uint8Array.of(1) }];
  const { text: json } = await writer.generate({ prompt: "Which?", schema: { type: "object" }, images });
  const { items } = await memory.list();
  console.log(JSON.stringify({
    version, json: [json, ...formats], texts: [text, streamed], embedded: embedding.length,
    recalled: prompts.map((prompt) => prompt.includes("Ann likes green tea")),
    kept: items.map(({ content }) => content).sort(),
  }));
`;

/** Imports the package as published, and prints who imported what until it was loaded. */
const LOADED = `
  import { registerHooks } from "node:module";
  const imports = [];
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      imports.push({ specifier, by: context.parentURL ?? "", url: resolved.url });
      return resolved;
    },
  });
  await import("@kioku/adapter-vercel-ai");
  console.log(JSON.stringify(imports));
`;

/** Loads the package as modules of CommonJS do. */
const REQUIRED = `
  import { createRequire } from "node:module";
  const { memoryTools } = createRequire(process.cwd() + "/")("@kioku/adapter-vercel-ai");
  console.log(JSON.stringify(typeof memoryTools));
`;

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL("../..", import.meta.url));

/** Runs a program and parses the JSON that it prints. */
async function resultOf(program: string, ...more: readonly string[]): Promise<unknown> {
  const args = ["--input-type=module", "--eval", program, "--", ...more];
  const { stdout } = await run(process.execPath, args, { cwd: packageFolder });
  return JSON.parse(stdout);
}

test.each([
  ["ai-6.0", "6.0.0"],
  ["ai-7.0", "7.0.0"],
])("the package works with the lowest version that it allows: %s", async (alias, version) => {
  expect(await resultOf(PROGRAM, alias)).toEqual({
    version,
    json: ["{}", "json"],
    texts: ["Green.", "Still green."],
    embedded: 2,
    recalled: [true, true, true],
    kept: [
      "And which tea today?",
      "Ann has a cat",
      "Ann likes green tea",
      "Green.",
      "Still green.",
      "Which tea does Ann like?",
    ],
  });
});

/** An import, of the package or of what it loads. */
interface Import {
  readonly specifier: string;
  /** The address of the module that imports. */
  readonly by: string;
  /** The address of what it gets. */
  readonly url: string;
}

test("loading the package imports nothing but core, plugins, tools and ai, and loads no other package of ours", async () => {
  const imports = (await resultOf(LOADED)) as readonly Import[];
  const own = imports.filter(({ by }) => by.includes("/packages/adapter-vercel-ai/dist/"));
  const packages = own.map(({ specifier }) =>
    specifier.replace(/^(?<name>@kioku\/[\w-]+)\/.*/u, "$<name>"),
  );
  expect([...new Set(packages)].toSorted()).toEqual([
    "@kioku/core",
    "@kioku/plugins",
    "@kioku/tools",
    "ai",
  ]);
  const ours = imports.flatMap(
    ({ url }) => /\/packages\/(?<name>[\w-]+)\//u.exec(url)?.groups?.["name"] ?? [],
  );
  expect([...new Set(ours)].toSorted()).toEqual(["adapter-vercel-ai", "core", "plugins", "tools"]);
});

test("require() gives the package, too", async () => {
  expect(await resultOf(REQUIRED)).toBe("function");
});
