import type { KnownSystem } from "./system.ts";

/** The systems by the name that they have in reports. A process loads the one that it opens. */
export const SYSTEMS: Readonly<Record<string, KnownSystem>> = {
  Kioku: {
    how: "SQLite store, all else by default",
    open: async (options) => (await import("./systems/kioku.ts")).openKioku(options),
  },
  mem0: {
    from: "mem0ai",
    how: "the library (mem0ai/oss), infer: false, its own store on a SQLite file",
    open: async (options) => (await import("./systems/mem0.ts")).openMem0(options),
  },
  Mastra: {
    from: "@mastra/memory",
    how: "semantic recall of a resource, ten messages and none around them, one libSQL file",
    open: async (options) => (await import("./systems/mastra.ts")).openMastra(options),
    isUnranked: true,
  },
  LangGraph: {
    from: "@langchain/langgraph-checkpoint",
    how: "InMemoryStore with an index of meaning; nothing is on disk",
    open: async (options) => (await import("./systems/langgraph.ts")).openLangGraph(options),
    isInMemory: true,
  },
  "server-memory": {
    from: "@modelcontextprotocol/server-memory",
    how: "an entity for each memory; the longest words of a question are asked one by one",
    open: async (options) => (await import("./systems/server-memory.ts")).openServerMemory(options),
    hasNoUsers: true,
  },
  "sqlite-vec + FTS5": {
    how: "plain tables by hand, vectors and words joined by reciprocal rank fusion",
    open: async (options) =>
      (await import("./systems/plain-tables.ts")).openTables(options, ["vectors", "words"]),
  },
  "sqlite-vec": {
    how: "a plain table by hand, vectors alone",
    open: async (options) =>
      (await import("./systems/plain-tables.ts")).openTables(options, ["vectors"]),
  },
  FTS5: {
    how: "a plain table by hand, BM25 of words alone",
    open: async (options) =>
      (await import("./systems/plain-tables.ts")).openTables(options, ["words"]),
  },
};
