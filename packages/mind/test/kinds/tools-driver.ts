import { type Memory, MemoryError } from "@kioku/core";
import type { MemoryToolCall, ToolAnswer } from "@kioku/tools";

import { defineKindTools } from "../../src/kinds/index.js";
import type { Change } from "./plain-model.js";
import type { Driver, RunParts } from "./random-run.js";

/** Code of the error that an answer of a tool stands for. */
const CODES: Readonly<Record<string, string>> = {
  invalid: "invalid-input",
  unknown: "not-found",
  rejected: "untrusted",
  conflict: "conflict",
};

/** Returns a driver that calls the tools by their names, as a model would. */
export function toolsDriver({ memory, settings }: RunParts): Driver {
  const tools = new Map(defineKindTools(settings).map((tool) => [tool.name, tool]));
  const call = async (name: string, given: object, trust: number): Promise<ToolAnswer> => {
    const tool = tools.get(name);
    if (!tool) throw new Error(`no tool ${name}`);
    // Hosts hand over JSON.
    const checked = tool.check(JSON.parse(JSON.stringify(given)));
    return tool.run(checked, callOf(memory, trust));
  };
  return {
    fit: fitTools,
    async change(given, idOf) {
      if (given.op === "forget") {
        await memory.forget(idOf(given.target));
        return { statuses: [] };
      }
      try {
        const { status } = await call(...toolCall(given, idOf), given.isTrusted ? 1 : 0.5);
        const code = CODES[status];
        return code === undefined ? "done" : { error: code };
      } catch (error) {
        if (MemoryError.is(error)) return { error: error.code };
        throw error;
      }
    },
    async search({ words, kind, field, method, limit, tags }) {
      if (Object.keys(tags).length > 0) return undefined;
      const query = words.join(" ");
      const asked = { memory_type: kind, query, search_field: field, search_method: method, limit };
      const { status, text, memories = [] } = await call("search_in_memory", asked, 1);
      if (!["found", "nothing"].includes(status)) throw new Error(`search ended as ${status}`);
      if (/secret-\d-x9/u.test(text)) throw new Error("search shows a secret");
      return memories.flatMap(({ content }) => /^\[([0-9a-f-]{36})\]/u.exec(content)?.[1] ?? []);
    },
  };
}

function callOf(memory: Memory, trust: number): MemoryToolCall {
  return { memory, trust: () => ({ trust, because: [] }) };
}

/** Leaves out what no tool can ask for: tags of hosts, nothing to insert, blocks without text. */
function fitTools(given: Change): Change | undefined {
  if (given.op === "rewrite" && given.text === "") return undefined;
  if (given.op === "insert" && given.items.length === 0) return undefined;
  // A blank summary is refused before the event is looked up.
  if (given.op === "merge" && given.summary.trim() === "") return undefined;
  return "tags" in given ? { ...given, tags: {} } : given;
}

/** Arguments of the ids of what is replaced, where it is not `old_ids`. */
const OLD_IDS: Readonly<Record<string, string>> = {
  episodic: "event_ids",
  semantic: "old_semantic_item_ids",
};

type Called = readonly [name: string, given: object];

function toolCall(given: Exclude<Change, { readonly op: "forget" }>, idOf: IdOf): Called {
  if (given.op === "merge") {
    const { target, summary, details } = given;
    const combined = { combined_summary: summary, combined_details: details };
    return ["episodic_memory_merge", { event_id: idOf(target), ...combined }];
  }
  if (given.op === "insert") return [`${prefixOf(given.kind)}_insert`, { items: given.items }];
  if (given.op === "replace") {
    const ids = given.targets.map(idOf);
    const argument = OLD_IDS[given.kind] ?? "old_ids";
    const isEpisodic = given.kind === "episodic";
    const name = `${prefixOf(given.kind)}_${isEpisodic ? "replace" : "update"}`;
    return [name, { [argument]: ids, new_items: given.items }];
  }
  return [`core_memory_${given.op}`, { label: given.label, content: given.text }];
}

type IdOf = (handle: number) => string;

function prefixOf(kind: string): string {
  return kind === "knowledge_vault" ? kind : `${kind}_memory`;
}
