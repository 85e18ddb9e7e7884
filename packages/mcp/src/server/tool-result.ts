import { type Logger, MemoryError, type MemoryErrorCode } from "@kioku/core";
import { visibleText } from "@kioku/core/toolkit";
import type { ToolAnswer } from "@kioku/tools";
import type { CallToolResult } from "@modelcontextprotocol/server";

import type { McpTool } from "./mcp-tool.js";

/** Statuses of answers that a model has to mend: nothing was done. */
const FAILED: ReadonlySet<string> = new Set([
  "conflict",
  "invalid",
  "protected",
  "rejected",
  "unavailable",
  "unknown",
]);

/** Words for errors whose own may name a path or SQL. */
const WORDS: Readonly<Partial<Record<MemoryErrorCode, string>>> = {
  "vector-space-mismatch": "the store holds vectors of another model",
  "embedder-failed": "the embedder failed",
  "reranker-failed": "the reranker failed",
  "store-failed": "the store failed",
  "store-unavailable": "the store cannot be reached",
  "schema-too-new": "the database was written by a newer version",
  unsupported: "the store cannot do this",
  closed: "the memory is closed",
  "rejected-by-plugin": "a plugin refused this",
  "plugin-failed": "a plugin failed",
  "limit-exceeded": "a limit was reached",
  "skill-failed": "a skill failed",
  "skill-timed-out": "a skill did not end in time",
};

/** Returns an answer as the result of a call. */
export function resultOf(tool: McpTool, answer: ToolAnswer): CallToolResult {
  return {
    ...(FAILED.has(answer.status) ? { isError: true } : {}),
    // A text may quote an argument.
    content: [{ type: "text", text: visibleText(answer.text) }],
    structuredContent: tool.toStructured(answer),
  };
}

/** Returns a failure as the result of a call. What is inside of it goes to the logger only. */
export function failureOf(error: unknown, name: string, logger: Logger): CallToolResult {
  const { text, ...failure } = describeFailure(error, `the tool ${name}`, logger);
  return {
    isError: true,
    content: [{ type: "text", text }],
    structuredContent: { status: "failed", error: failure },
  };
}

/** A failure as clients are told of it. */
interface ToldFailure {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  /** The same as sentences. */
  readonly text: string;
}

/** Returns what clients are told of a failure, and tells the logger what is inside of it. */
export function describeFailure(error: unknown, what: string, logger: Logger): ToldFailure {
  if (!MemoryError.is(error)) {
    logger.error(`${what} failed`, { error });
    return told("failed", "something inside of the server went wrong", false);
  }
  const { code, message, retryable } = error;
  const words = WORDS[code];
  if (words !== undefined) logger.warn(`${what} failed`, { code, error });
  return told(code, words ?? visibleText(message), retryable);
}

function told(code: string, message: string, retryable: boolean): ToldFailure {
  const advice = retryable ? " Try again later." : "";
  return { code, message, retryable, text: `The call failed: ${message}.${advice}` };
}
