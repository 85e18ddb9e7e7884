import type { UIMessage } from "ai";

/** One part of a message, as far as its text is concerned. */
type Part = UIMessage["parts"][number];

/** Longest description of a message without text, in UTF-16 units. */
const MAX_DESCRIPTION = 200;

/** What was said in a message, a line for each part; empty if nothing was. */
export function messageText({ parts }: Pick<UIMessage, "parts">): string {
  return textsOf(parts).join("\n");
}

/**
 * What was said in a message as a prompt has it, where every step of an answer is a message of its
 * own: the last that says something.
 */
export function promptText({ role, parts }: Pick<UIMessage, "role" | "parts">): string {
  if (role !== "assistant") return textsOf(parts).join("\n");
  let rest: readonly Part[] = parts;
  for (;;) {
    const start = rest.findLastIndex(({ type }) => type === "step-start");
    const step = rest.slice(start + 1);
    if (start < 0 || textsOf(step).length > 0) return step.map(textOf).join("");
    rest = rest.slice(0, start);
  }
}

/** What is in a message without text, in a few words. */
export function describeParts({ parts }: Pick<UIMessage, "parts">): string {
  const shown = parts.filter(({ type }) => type !== "text" && type !== "step-start");
  const holds = new Set(
    shown.map((part) => {
      const tool = toolOf(part);
      return tool === undefined ? part.type : `calls ${tool}`;
    }),
  );
  return `(no text: ${[...holds].join(", ").slice(0, MAX_DESCRIPTION) || "empty"})`;
}

/** The tool that a part is a call of; nothing for other parts. */
export function toolOf(part: Part): string | undefined {
  if (part.type === "dynamic-tool") return (part as { readonly toolName: string }).toolName;
  return part.type.startsWith("tool-") ? part.type.slice("tool-".length) : undefined;
}

function textsOf(parts: readonly Part[]): readonly string[] {
  return parts.map(textOf).filter((text) => text.trim() !== "");
}

function textOf(part: Part): string {
  return part.type === "text" ? part.text : "";
}
