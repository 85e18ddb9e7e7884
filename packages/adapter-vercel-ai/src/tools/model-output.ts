import { MOST_UNTRUSTED } from "@kioku/core/toolkit";
import type { MemoryToolDefinition } from "@kioku/tools";
import type { Tool } from "ai";

import { trustMark } from "../turn/told-trust.js";

/** What a model is told of an output of a tool. */
type ModelOutput = Awaited<ReturnType<NonNullable<Tool["toModelOutput"]>>>;

/**
 * What is used of an output. It may come back from a browser or a database, or the app has made
 * another one of it.
 */
interface Output {
  readonly text?: unknown;
  readonly trust?: unknown;
}

/**
 * The text of an output and nothing else, since only that is fenced, with the mark of what it can
 * be trusted with.
 */
export function modelOutput(output: unknown, { tool }: MemoryToolDefinition): ModelOutput {
  const { text, trust } = (output ?? {}) as Output;
  if (typeof text !== "string") {
    return { type: "error-text", value: "The answer of this tool cannot be shown." };
  }
  const isTrust = typeof trust === "number" && trust >= 0 && trust <= 1;
  // All but recall answer in words of their own.
  const told = tool === "recall" ? (isTrust ? trust : MOST_UNTRUSTED) : 1;
  return { type: "text", value: text, providerOptions: { ...trustMark(told) } };
}
