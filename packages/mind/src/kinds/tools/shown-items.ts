import type { RecalledMemory } from "@kioku/core";
import { buildContext } from "@kioku/core";
import { describeMemory, type ToolAnswer } from "@kioku/tools";

import type { KindItem } from "../api/memory-kinds.js";
import { fieldText } from "../schemas/field-text.js";
import { shownFields } from "../schemas/item-schemas.js";

/** Most tokens of the items of one answer. */
const BUDGET = 4_000;

/** Shows items as fenced memories with their ids and fields. A secret is none of these. */
export function showItems(
  items: readonly { readonly item: KindItem; readonly score: number }[],
  otherwise: string,
): ToolAnswer {
  const memories = items.map(({ item, score }): RecalledMemory => {
    const content = describeItem(item);
    return { ...item.record, content, score, relevance: score, reason: "match" };
  });
  const shown = buildContext(memories, { budget: BUDGET, cite: false });
  const { text, included, omitted, trust } = shown;
  if (included.length === 0) {
    const isLong = items.length > 0;
    const words = isLong ? "Something was found, but it is too long to be shown." : otherwise;
    return { status: isLong ? "too-long" : "nothing", text: words, memories: [], trust: 1 };
  }
  const rest = omitted.length === 0 ? "" : `\n${omitted.length} more did not fit. Ask for fewer.`;
  return {
    status: "found",
    text: `${text}${rest}`,
    memories: included.map(({ memory, label }) => ({
      content: memory.content,
      ...describeMemory(memory, label),
    })),
    trust,
  };
}

function describeItem({ id, kind, fields }: KindItem): string {
  const lines = shownFields(kind).flatMap(([name]) => {
    const text = fieldText(fields, name);
    return text.trim() === "" ? [] : `${name}: ${text}`;
  });
  return [`[${id}]`, ...lines].join("\n");
}
