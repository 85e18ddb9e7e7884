import type { SkillEvent } from "@kioku/core";

/**
 * The text of an event that triggers look at: what was said, or the content of the record;
 * `undefined` where there is none.
 */
export function textOf(event: SkillEvent): string | undefined {
  const data = event.data as { readonly text?: unknown; readonly record?: unknown };
  if (event.name !== "memory.remembered") return unlessBlank(data.text);
  const { record } = data;
  if (typeof record !== "object" || record === null || !("content" in record)) return undefined;
  return unlessBlank(record.content);
}

function unlessBlank(text: unknown): string | undefined {
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}
