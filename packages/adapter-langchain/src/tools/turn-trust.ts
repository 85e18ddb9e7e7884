import type { Origin } from "@kioku/core";
import { derivableTrust } from "@kioku/core/toolkit";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";

/** How much is trusted what a tool of an unknown kind told: it may be the words of strangers. */
export const UNKNOWN_TRUST = 0.5;

/** Which tools tell a model nothing that it must not be trusted with. */
export interface TrustRules {
  /**
   * Names of tools of the app whose answers are trusted, and of those of the memory that answer in
   * words of their own.
   */
  readonly trusted: ReadonlySet<string>;
  /** Name of the tool of the memory that recalls. */
  readonly recall: string | undefined;
}

/** The least trust of what tools have told since the answer before. */
export function trustOfTools(messages: readonly BaseMessage[], rules: TrustRules): number {
  const last = messages.findLastIndex(isFromUser);
  const before = messages.slice(0, Math.max(last, 0)).findLastIndex(endsTurn);
  const turn = messages.slice(before + 1);
  const told = turn.filter((message) => ToolMessage.isInstance(message));
  return Math.min(1, ...told.map((message) => trustOfTool(message, turn, rules)));
}

/** The middleware of LangChain that summarises puts its summary into the mouth of the user. */
export function isFromUser(message: BaseMessage): message is HumanMessage {
  return (
    HumanMessage.isInstance(message) && message.additional_kwargs["lc_source"] !== "summarization"
  );
}

function endsTurn(message: BaseMessage): boolean {
  return AIMessage.isInstance(message) && (message.tool_calls ?? []).length === 0;
}

function trustOfTool(
  message: ToolMessage,
  turn: readonly BaseMessage[],
  { trusted, recall }: TrustRules,
): number {
  const { name = nameCalled(message, turn) } = message;
  if (name === undefined) return UNKNOWN_TRUST;
  if (trusted.has(name) || repeatsItsCall(message, turn)) return 1;
  return name === recall ? trustOfRecall(message) : UNKNOWN_TRUST;
}

/** An error says only what was wrong with the call. */
function trustOfRecall({ artifact, status }: ToolMessage): number {
  const shown: unknown = artifact;
  if (!Array.isArray(shown)) return status === "error" ? 1 : UNKNOWN_TRUST;
  return Math.min(1, ...shown.map(trustOfShown));
}

function trustOfShown(shown: unknown): number {
  const { origin, trust } = (shown ?? {}) as { readonly origin?: Origin; readonly trust?: unknown };
  return origin !== undefined && typeof trust === "number"
    ? derivableTrust({ origin, trust })
    : UNKNOWN_TRUST;
}

/**
 * What only repeats the arguments of its call, as LangChain notes structured answers, says nothing
 * but what the model said.
 */
function repeatsItsCall(message: ToolMessage, turn: readonly BaseMessage[]): boolean {
  const call = callOf(message, turn);
  return call !== undefined && message.content === JSON.stringify(call.args);
}

function nameCalled(message: ToolMessage, turn: readonly BaseMessage[]): string | undefined {
  return callOf(message, turn)?.name;
}

function callOf(
  { tool_call_id: id }: ToolMessage,
  turn: readonly BaseMessage[],
): { readonly name: string; readonly args: unknown } | undefined {
  const calls = turn.flatMap((message) =>
    AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [],
  );
  return calls.find((call) => call.id === id);
}
