import { MemoryError } from "@kioku/core";
import { derivableTrust, toStorableText } from "@kioku/core/toolkit";
import {
  causeOf,
  defineTool,
  describeMemory,
  type MemoryToolCall,
  type ObjectSchema,
  textsIn,
  type ToolAnswer,
  trustOfText,
} from "@kioku/tools";
import type { ToolAnnotations } from "@modelcontextprotocol/server";

import type { McpTool } from "../server/mcp-tool.js";
import type { GraphWriting } from "./add-nodes.js";
import { ANSWERS } from "./graph-schemas.js";
import type { ReadGraph } from "./read-graph.js";
import { titleOf } from "./title-of.js";

/** Parts of a tool. All arguments are required. */
interface Parts<Arguments, Result> {
  readonly name: string;
  readonly description: string;
  readonly properties: ObjectSchema["properties"];
  readonly run: (given: Arguments, call: GraphWriting) => Promise<Result>;
}

/** An answer with what programs get of it. */
interface GraphAnswer extends ToolAnswer {
  readonly structured?: Readonly<Record<string, unknown>>;
}

const CLOSED = { openWorldHint: false };
const ADDING = { ...CLOSED, readOnlyHint: false, destructiveHint: false, idempotentHint: false };
const DELETING = { ...CLOSED, readOnlyHint: false, destructiveHint: true, idempotentHint: true };
const READING = { ...CLOSED, readOnlyHint: true, destructiveHint: false, idempotentHint: true };

/** Defines a tool that adds to the graph, and answers what it has added. */
export function addingTool<Arguments>({
  output,
  run,
  ...parts
}: Parts<Arguments, readonly unknown[]> & {
  readonly output: "entities" | "relations" | "results";
}): McpTool {
  return graphTool<Arguments>({
    ...parts,
    annotations: ADDING,
    output: ANSWERS[output],
    run: async (given, call) => {
      const verdict = await trustOfText(textsIn(given), call);
      const { trust, because } = verdict;
      const added = await run(given, {
        ...writingOf(parts.name, call),
        trust,
        cause: causeOf(verdict),
      });
      const structured = { [output]: added };
      return { status: "stored", text: inJson(added), structured, trust, because };
    },
  });
}

/** Defines a tool that deletes from the graph. */
export function deletingTool<Arguments>({
  run,
  message,
  ...parts
}: Parts<Arguments, void> & { readonly message: string }): McpTool {
  return graphTool<Arguments>({
    ...parts,
    annotations: DELETING,
    output: ANSWERS.success,
    run: async (given, call) => {
      await run(given, writingOf(parts.name, call));
      return { status: "forgotten", text: message, structured: { success: true, message } };
    },
  });
}

/** Defines a tool that shows a part of the graph. */
export function readingTool<Arguments>({ run, ...parts }: Parts<Arguments, ReadGraph>): McpTool {
  return graphTool<Arguments>({
    ...parts,
    annotations: READING,
    output: ANSWERS.graph,
    run: async (given, call) => {
      const { doubted, ...graph } = await run(given, writingOf(parts.name, call));
      const memories = doubted.map((record) => {
        const shown = { ...record, score: 1, relevance: 1, reason: "match" } as const;
        return { content: record.content, ...describeMemory(shown, "") };
      });
      const trust = Math.min(1, ...doubted.map(derivableTrust));
      return { status: "found", text: inJson(graph), structured: { ...graph }, memories, trust };
    },
  });
}

interface GraphTool<Arguments> extends Omit<Parts<Arguments, GraphAnswer>, "run"> {
  readonly annotations: ToolAnnotations;
  readonly output: ObjectSchema;
  readonly run: (given: Arguments, call: MemoryToolCall) => Promise<GraphAnswer>;
}

function graphTool<Arguments>(tool: GraphTool<Arguments>): McpTool {
  const { name, description, properties, annotations, output, run } = tool;
  const definition = defineTool<Arguments, GraphAnswer>({
    name,
    description: [description],
    properties,
    required: Object.keys(properties),
    showsMemories: annotations.readOnlyHint === true,
    run: (given, call) => inWords(() => run(storable(given), call)),
  });
  return {
    definition,
    title: titleOf(name),
    annotations,
    output,
    toStructured: ({ status, structured }: GraphAnswer) => structured ?? { status },
  };
}

function writingOf(name: string, { memory, signal, actor = `tool:${name}` }: MemoryToolCall) {
  return { memory, signal, actor, trust: 1 };
}

/** Answers what a model can mend in the words of the reference. */
async function inWords(run: () => Promise<GraphAnswer>): Promise<GraphAnswer> {
  try {
    return await run();
  } catch (error) {
    if (!MemoryError.is(error)) throw error;
    const { code, message: text } = error;
    if (code === "not-found") return { status: "unknown", text };
    if (code === "not-permitted")
      return { status: "protected", text: `Nothing was deleted: ${text}.` };
    throw error;
  }
}

/** Makes all texts such that stores keep them as they are. */
function storable<T>(given: T): T {
  return JSON.parse(JSON.stringify(given), storableValue) as T;
}

function storableValue(_: string, value: unknown): unknown {
  return typeof value === "string" ? toStorableText(value) : value;
}

function inJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
