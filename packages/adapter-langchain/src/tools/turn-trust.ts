import type { Origin } from "@kioku/core";
import { derivableTrust } from "@kioku/core/toolkit";
import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";

/** Trust of results of unknown tools, which may repeat strangers. */
export const UNKNOWN_TRUST = 0.5;

/** Tools whose results need no caution. */
export interface TrustRules {
  /** Names of trusted tools of the app, and of the memory's own except recall. */
  readonly trusted: ReadonlySet<string>;
  /** Name of the memory's recall tool. */
  readonly recall: string | undefined;
}

/** Returns the least trust of tool results since the answer before. */
export function trustOfTools(messages: readonly BaseMessage[], rules: TrustRules): number {
  const last = messages.findLastIndex(isFromUser);
  const before = messages.slice(0, Math.max(last, 0)).findLastIndex(endsTurn);
  const turn = messages.slice(before + 1);
  const told = turn.filter((message) => ToolMessage.isInstance(message));
  return Math.min(1, ...told.map((message) => trustOfTool(message, turn, rules)));
}

/** Returns true for messages of the user, which include no summaries by LangChain's middleware. */
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
  const { name = callOf(message, turn)?.name } = message;
  if (name === undefined) return UNKNOWN_TRUST;
  if (trusted.has(name) || repeatsItsCall(message, turn)) return 1;
  return name === recall ? trustOfRecall(message) : UNKNOWN_TRUST;
}

/** Errors only describe the call. */
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

/** Returns true if a result repeats its call's arguments, as structured answers of LangChain do. */
function repeatsItsCall(message: ToolMessage, turn: readonly BaseMessage[]): boolean {
  const call = callOf(message, turn);
  return call !== undefined && message.content === JSON.stringify(call.args);
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
