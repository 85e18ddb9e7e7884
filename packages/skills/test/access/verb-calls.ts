import type { ExportLine, Memory } from "@kioku/core";

import { VERB_ACCESS } from "../../src/access/guard.js";
import type { GuardedVerb } from "../../src/access/guard.js";
import { collect } from "../support/collect.js";

type Calls = Readonly<Partial<Record<"here" | "below", (memory: Memory) => Promise<unknown>>>>;

/** A whole export of nothing. */
async function linesOf(memory: Memory): Promise<readonly ExportLine[]> {
  return collect(memory.export({ reach: "here" }));
}

/** Calls of every verb, and of its ways to reach below; a verb that is missing does not compile. */
export function verbCalls(id: string, lines: readonly ExportLine[]): Record<GuardedVerb, Calls> {
  return {
    remember: { here: (memory) => memory.remember("something new") },
    rememberAll: { here: (memory) => memory.rememberAll(["one more", "and another"]) },
    recall: {
      here: (memory) => memory.recall("word"),
      below: (memory) => memory.recall({ query: "word", reach: "below" }),
    },
    context: {
      here: (memory) => memory.context("word"),
      below: (memory) => memory.context({ query: "word", reach: "below" }),
    },
    set: { here: (memory) => memory.set("other key", 1) },
    get: { here: (memory) => memory.get("the key") },
    read: { here: (memory) => memory.read(id) },
    update: { here: (memory) => memory.update(id, { importance: 1 }) },
    forget: {
      here: (memory) => memory.forget({ filter: { tag: "gone" } }),
      below: (memory) => memory.forget({ filter: { tag: "gone" } }, { reach: "below" }),
    },
    erase: {
      here: (memory) => memory.erase({ filter: { tag: "gone" } }),
      below: (memory) => memory.erase({ filter: { tag: "gone" } }, { reach: "below" }),
    },
    markUsed: { here: (memory) => memory.markUsed([id]) },
    surface: {
      here: (memory) => memory.surface(),
      below: (memory) => memory.surface({ reach: "below" }),
    },
    list: {
      here: (memory) => memory.list(),
      below: (memory) => memory.list({ reach: "below" }),
    },
    history: { here: (memory) => memory.history(id) },
    scopes: { below: (memory) => memory.scopes() },
    export: { here: linesOf, below: async (memory) => collect(memory.export()) },
    import: { here: (memory) => memory.import(lines, { onConflict: "skip" }) },
    on: {
      here: async (memory) => memory.on("remembered", () => undefined),
      below: async (memory) => memory.on("remembered", () => undefined, { reach: "below" }),
    },
  };
}

/** Every verb. */
export const VERBS = Object.keys(VERB_ACCESS) as GuardedVerb[];
