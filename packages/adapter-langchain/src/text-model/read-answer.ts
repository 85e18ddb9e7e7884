import type { TextAnswer } from "@kioku/core/toolkit";
import { invalidInput } from "@kioku/core/toolkit";

/** Where providers say why an answer ended. */
const REASON_FIELDS = [
  "finish_reason",
  "finishReason",
  "stop_reason",
  "stopReason",
  "done_reason",
  "status",
];

/**
 * How they say, in lower case, that it ended by itself. All else is a limit, a filter, a failure,
 * or not known.
 */
const WHOLE: ReadonlySet<string> = new Set([
  "stop",
  "end_turn",
  "stop_sequence",
  "tool_calls",
  "tool_use",
  "function_call",
  "complete",
  "completed",
  "eos",
  "eos_token",
]);

type Fields = Readonly<Record<string, unknown>>;

/**
 * What a model's message says.
 * @throws `invalid-input` for what is no message.
 */
export function readAnswer(message: unknown): TextAnswer {
  const fields = fieldsOf(message);
  const text = textOf(fields);
  if (text === undefined) {
    throw invalidInput("model", "a chat model, whose invoke answers with a message");
  }
  const { input_tokens: inputTokens, output_tokens: outputTokens } = fieldsOf(
    fields["usage_metadata"],
  );
  return {
    text,
    isComplete: isComplete(fieldsOf(fields["response_metadata"])),
    ...(isCount(inputTokens) ? { inputTokens } : {}),
    ...(isCount(outputTokens) ? { outputTokens } : {}),
  };
}

/** `text` of a message leaves out reasoning, calls of tools and pictures. */
function textOf(message: Fields): string | undefined {
  const { content, text } = message;
  if (typeof content !== "string" && !Array.isArray(content)) return undefined;
  return typeof text === "string" ? text : undefined;
}

function isComplete(metadata: Fields): boolean {
  const reasons = REASON_FIELDS.map((field) => metadata[field]);
  const reason = reasons.find((value) => typeof value === "string");
  return reason !== undefined && WHOLE.has(reason.toLowerCase());
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
