import type { SkillEvent } from "@kioku/core";

/** Returns the text that triggers read: of the event, or the content of the record. */
export function eventText(event: SkillEvent): string | undefined {
  const data = event.data as { readonly text?: unknown; readonly record?: unknown };
  if (event.name !== "memory.remembered") return unlessBlank(data.text);
  const { record } = data;
  if (typeof record !== "object" || record === null || !("content" in record)) return undefined;
  return unlessBlank(record.content);
}

function unlessBlank(text: unknown): string | undefined {
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}
