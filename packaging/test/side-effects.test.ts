import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";

import { rolldown } from "rolldown";
import { expect, test } from "vitest";

import { publishedPackages } from "../published-packages.ts";

/** One thing of an entry point, and what a program that uses only that must not carry. */
interface OneName {
  readonly specifier: string;
  readonly name: string;
  /** Most bytes of ours in the bundle, not minified: twice what it was when this was written. */
  readonly atMost: number;
  /** Words of code that it has no use for. */
  readonly without: readonly string[];
}

const ENTRY_POINTS = publishedPackages().flatMap(({ entryPoints }) => entryPoints);
const OURS = new Map(ENTRY_POINTS.map(({ specifier, file }) => [specifier, file]));

/** Bundles a program as an app would, with the packages as they are built, and gives its code. */
async function bundle(
  code: string,
  changed: Readonly<Record<string, string>> = {},
): Promise<string> {
  const build = await rolldown({
    input: "program",
    platform: "node",
    // Of others nothing is looked at: their side effects are theirs.
    external: (id) =>
      builtinModules.includes(id) || (!OURS.has(id) && /^[@a-z]/u.test(id) && id !== "program"),
    plugins: [
      {
        name: "program",
        // That packages have no side effects is what is to be shown, so what package.json says of
        // it is not believed.
        resolveId: (id, importer) => {
          const file = id === "program" ? "\0program" : OURS.get(id);
          if (file !== undefined) return { id: file, moduleSideEffects: true };
          if (importer === undefined || !id.startsWith(".")) return undefined;
          return { id: join(dirname(importer), id), moduleSideEffects: true };
        },
        load: (id) => (id === "\0program" ? code : changed[id]),
      },
    ],
    logLevel: "silent",
  });
  const { output } = await build.generate({ format: "esm" });
  await build.close();
  return output.map((file) => (file.type === "chunk" ? file.code : "")).join("\n");
}

/** Bytes that stay of an entry point that is imported for nothing; the others leave none. */
const REST: Readonly<Record<string, number>> = {
  // Records and texts that cases share, taken apart in patterns, with the words of keyword search
  // that make them.
  "@kioku/testing": 10_500,
  // Where the file of its thread is.
  "@kioku/embed-local": 300,
  // kysely, which is taken into the bundle, assigns to a variable of its own and to
  // Symbol.asyncDispose at the top.
  "@kioku/store-sqlite": 100_000,
};

const ENGINE = ["createMemory", "MemoryView", "InMemoryStore"];
// Two of LangChain and the studio ask which memory they are given, and carry the engine of core,
// which says it.
const ONE_NAMES: readonly OneName[] = [
  { specifier: "@kioku/core", name: "fence", atMost: 8_200, without: ENGINE },
  { specifier: "@kioku/core/toolkit", name: "fuse", atMost: 1_500, without: ENGINE },
  { specifier: "@kioku/core/toolkit", name: "planBatches", atMost: 5_600, without: ENGINE },
  {
    specifier: "@kioku/formats",
    name: "mem0Memories",
    atMost: 18_000,
    without: ["toPam", ...ENGINE],
  },
  {
    specifier: "@kioku/mcp",
    name: "staticTokens",
    atMost: 12_000,
    without: ["createMcpServer", "createMind", ...ENGINE],
  },
  {
    specifier: "@kioku/mind",
    name: "keepSentences",
    atMost: 60_000,
    without: ["createMind", ...ENGINE],
  },
  {
    specifier: "@kioku/mind/character",
    name: "fillCharacterText",
    atMost: 60_000,
    without: ["createMind", ...ENGINE],
  },
  {
    specifier: "@kioku/mind/feeling",
    name: "emotionOf",
    atMost: 200_000,
    without: ["createMind", ...ENGINE],
  },
  {
    specifier: "@kioku/mind/images",
    name: "tileFilter",
    atMost: 20_000,
    without: ["imageMemory", "createMind", ...ENGINE],
  },
  {
    specifier: "@kioku/mind/kinds",
    name: "createVault",
    atMost: 30_000,
    without: ["createKinds", "createMind", ...ENGINE],
  },
  {
    specifier: "@kioku/plugins",
    name: "sourceQuota",
    atMost: 13_300,
    without: ["redaction", ...ENGINE],
  },
  {
    specifier: "@kioku/plugins/embedders",
    name: "fallbackEmbedder",
    atMost: 18_000,
    without: ["cachedEmbedder", ...ENGINE],
  },
  {
    specifier: "@kioku/plugins/scorings",
    name: "generativeAgentsScoring",
    atMost: 6_000,
    without: ENGINE,
  },
  { specifier: "@kioku/core/toolkit", name: "escapeText", atMost: 3_200, without: ENGINE },
  {
    specifier: "@kioku/core/toolkit",
    name: "replaceTop",
    atMost: 4_000,
    without: ["columnsToRecord", ...ENGINE],
  },
  {
    specifier: "@kioku/testing",
    name: "testRecord",
    atMost: 10_000,
    without: ["fuzzMemory", ...ENGINE],
  },
  { specifier: "@kioku/testing/support", name: "rejection", atMost: 4_000, without: ENGINE },
  { specifier: "@kioku/studio", name: "openStudio", atMost: 1_400_000, without: [] },
  {
    specifier: "@kioku/studio/http",
    name: "HttpError",
    atMost: 4_000,
    without: ["openStudio", ...ENGINE],
  },
  {
    specifier: "@kioku/tools",
    name: "describeMemory",
    atMost: 1_300,
    without: ["claudeMemory", ...ENGINE],
  },
  {
    specifier: "@kioku/store-sqlite",
    name: "sqliteVectorCache",
    atMost: 125_000,
    without: ["sqliteStore", ...ENGINE],
  },
  {
    specifier: "@kioku/store-postgres",
    name: "migrationSql",
    atMost: 60_000,
    without: ["postgresStore", ...ENGINE],
  },
  {
    specifier: "@kioku/embed-local",
    name: "EMBEDDING_MODELS",
    atMost: 9_700,
    without: ["localEmbedder", ...ENGINE],
  },
  {
    specifier: "kioku/backup",
    name: "folderObjects",
    atMost: 12_000,
    without: ["createBackup", ...ENGINE],
  },
  { specifier: "@kioku/embed-openai", name: "openaiEmbedder", atMost: 125_000, without: ENGINE },
  {
    specifier: "@kioku/skills",
    name: "parseSkill",
    atMost: 30_000,
    without: ["createSkillRuntime", ...ENGINE],
  },
  {
    specifier: "@kioku/skills/testing",
    name: "skillConformance",
    atMost: 1_000_000,
    without: [],
  },
  {
    specifier: "@kioku/adapter-langchain",
    name: "formatDocuments",
    atMost: 14_000,
    without: ["MemoryVectorStore", ...ENGINE],
  },
  {
    specifier: "@kioku/adapter-langchain/agent",
    name: "memoryMiddleware",
    atMost: 630_000,
    without: ["MemoryVectorStore"],
  },
  {
    specifier: "@kioku/adapter-langchain/langgraph",
    name: "MemoryBaseStore",
    atMost: 640_000,
    without: ["MemoryVectorStore"],
  },
  {
    specifier: "@kioku/adapter-vercel-ai",
    name: "chatLog",
    atMost: 47_000,
    without: ["memoryMiddleware", ...ENGINE],
  },
];

/** Returns the code that a bundler keeps of modules that are imported for nothing. */
function restOf(code: string): string {
  return code.replaceAll(/^(?:\/\/.*|import .*|export \{\};)$/gmu, "").trim();
}

test.each(ENTRY_POINTS)(
  "importing $specifier for nothing leaves nothing of it in a bundle",
  async ({ specifier }) => {
    const rest = restOf(await bundle(`import "${specifier}";`));
    // If not: do at the top what only makes a value, or see what scripts/import-effects.mjs cannot
    // see through.
    const tooMuch = rest.length > (REST[specifier] ?? 0) ? rest.slice(0, 300) : "";
    expect(tooMuch).toBe("");
  },
);

test("what a file of ours did when it is imported would stay", async () => {
  const file = OURS.get("@kioku/core") ?? "";
  const code = await bundle('import "@kioku/core";', {
    [file]: `globalThis.kioku = 1;\n${readFileSync(file, "utf8")}`,
  });
  expect(restOf(code)).toBe("globalThis.kioku = 1;");
  const chunk = join(dirname(file), "chunks", "shared.js");
  const inChunk = await bundle('import "@kioku/core";', {
    [chunk]: `globalThis.kioku = 1;\n${readFileSync(chunk, "utf8")}`,
  });
  expect(restOf(inChunk)).toBe("globalThis.kioku = 1;");
});

test.each(ONE_NAMES)("$name of $specifier alone is small", async (one) => {
  const { specifier, name, atMost, without } = one;
  const code = await bundle(`import { ${name} } from "${specifier}"; globalThis.used = ${name};`);
  const found = without.filter((word) =>
    new RegExp(`(?:function|class|const|let|var) ${word}\\b`, "u").test(code),
  );
  expect(found).toEqual([]);
  expect(code).toContain("globalThis.used = ");
  expect(code.length).toBeLessThanOrEqual(atMost);
});

test("every entry point is tried with one name", () => {
  const tried = new Set(ONE_NAMES.map(({ specifier }) => specifier));
  expect([...tried].toSorted()).toEqual(ENTRY_POINTS.map(({ specifier }) => specifier).toSorted());
});
