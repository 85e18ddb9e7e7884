import type { MemoryRecord } from "@kioku/core";
import type { ToolDefinition } from "@kioku/tools";

import { readByKeys } from "../../records/read-records.js";
import type { CoreBlock } from "../api/memory-kinds.js";
import { CORE, keyPrefix } from "../records/kind-keys.js";
import { type KindCall, kindTool, type ToolContext } from "./tool-context.js";

/** Most characters of one write, as of the largest block. */
const MAX_TEXT = 100_000;
const DESCRIPTIONS = {
  append:
    "Adds a line to a block (human, persona or another) that is in every prompt: only what always matters.",
  rewrite: "Replaces a block, to correct it, or to halve one that is nearly full.",
} as const;

interface Arguments {
  readonly label: string;
  readonly content: string;
}

/** Defines a tool that writes core memory. */
export function blockTool(
  context: ToolContext,
  operation: keyof typeof DESCRIPTIONS,
): ToolDefinition {
  return kindTool<Arguments>(context, {
    tool: `core_memory_${operation}`,
    description: DESCRIPTIONS[operation],
    properties: {
      label: { type: "string", maxLength: 64 },
      content: { type: "string", maxLength: MAX_TEXT },
    },
    names: { text: "content" },
    run: async ({ label, content: text }, call) => {
      const old = operation === "append" ? undefined : await readBlock(label, call);
      return call.write({ text, replaced: old ? [old] : [] }, async (options) => {
        const block = await call.kinds[operation](label, text, options);
        const id = (await readBlock(label, call))?.id;
        const answer = { status: "stored", text: describeBlock(block) };
        return id === undefined ? answer : { ...answer, id };
      });
    },
  });
}

async function readBlock(
  label: string,
  { memory, signal }: KindCall,
): Promise<MemoryRecord | undefined> {
  const key = `${keyPrefix(CORE)}${label}`;
  return (await readByKeys(memory, [key], { signal })).get(key);
}

/** Tells how full a block is, without its text, which is in every prompt. */
function describeBlock({ label, value, limit, warning }: CoreBlock): string {
  const size = `Stored. The block ${label} has ${value.length} of ${limit} characters`;
  const full = "rewrite it in at most half of that before it is full.";
  if (warning === "nearly-full") return `${size}: it is nearly full, ${full}`;
  return warning === "getting-full" ? `${size}: it is getting full.` : `${size}.`;
}
