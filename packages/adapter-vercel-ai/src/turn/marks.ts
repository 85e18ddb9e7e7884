import { derivableTrust, MOST_UNTRUSTED, ORIGINS } from "@kioku/core/toolkit";

/** Message, of an app or of a prompt. */
export interface TurnMessage {
  readonly role: string;
  readonly content: unknown;
  readonly providerOptions?: unknown;
}

/** Part of a message or of an answer. */
export interface MessagePart {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly output?: unknown;
  readonly providerExecuted?: unknown;
  readonly providerOptions?: unknown;
  readonly providerMetadata?: unknown;
}

/**
 * Returns the trust of memories in a prompt as provider options, which travel with the message and
 * which other providers ignore.
 */
export function trustMark(trust: number): { readonly kioku: { readonly trust: number } } {
  return { kioku: { trust } };
}

/** Returns the fields that a memory left in provider options or metadata, unchecked. */
export function markOf(marked: unknown): Readonly<Record<string, unknown>> {
  const { kioku } = (marked ?? {}) as { readonly kioku?: Readonly<Record<string, unknown>> | null };
  return kioku ?? {};
}

/** Returns the trust in provider options or metadata, if a memory marked them. */
export function markedTrust(marked: unknown): number | undefined {
  const { trust } = markOf(marked);
  return typeof trust === "number" && trust >= 0 && trust <= 1 ? trust : undefined;
}

/**
 * Returns the least trust of what a model was told in the last turn: by tools, and by marks of its
 * calls. A tool that is neither trusted nor of a memory may repeat strangers.
 */
export function toldTrust(messages: readonly TurnMessage[], trusted: ReadonlySet<string>): number {
  const turn = messages.slice(turnStart(messages));
  const parts = turn.flatMap(({ content }) => partsOf(content));
  return parts.reduce((least, part) => Math.min(least, trustOfPart(part, trusted)), 1);
}

/** Returns the index at which the last turn begins: after the last answer without tool calls. */
export function turnStart(messages: readonly TurnMessage[]): number {
  const asked = messages.findLastIndex(({ role }) => role === "user");
  return messages.slice(0, Math.max(asked, 0)).findLastIndex(isAnswer) + 1;
}

/** Returns true if the app trusts this tool. */
export function isTrusted(toolName: unknown, trusted: ReadonlySet<string>): boolean {
  return typeof toolName === "string" && trusted.has(toolName);
}

/** Returns the trust of a tool's answer. */
export function trustOfResult(
  { toolName, output }: MessagePart,
  trusted: ReadonlySet<string>,
): number {
  if (isTrusted(toolName, trusted)) return 1;
  const { type, providerOptions } = (output ?? {}) as MessagePart;
  // A person refused.
  if (type === "execution-denied") return 1;
  return markedTrust(providerOptions) ?? MOST_UNTRUSTED;
}

/** Returns the trust of a source: a listed memory carries its own, others are untrusted. */
export function trustOfSource(providerMetadata: unknown): number {
  const trust = markedTrust(providerMetadata);
  const origin = ORIGINS.find((name) => name === markOf(providerMetadata)["origin"]);
  return trust !== undefined && origin ? derivableTrust({ trust, origin }) : MOST_UNTRUSTED;
}

/** Returns the parts of a message; none of plain text. */
export function partsOf(content: unknown): readonly MessagePart[] {
  return Array.isArray(content) ? (content as readonly MessagePart[]) : [];
}

function isAnswer({ role, content }: TurnMessage): boolean {
  const callsTool = partsOf(content).some(
    ({ type, providerExecuted }) => type === "tool-call" && providerExecuted !== true,
  );
  return role === "assistant" && !callsTool;
}

function trustOfPart(part: MessagePart, trusted: ReadonlySet<string>): number {
  if (part.type === "tool-result") return trustOfResult(part, trusted);
  return part.type === "tool-call" ? (markedTrust(part.providerOptions) ?? 1) : 1;
}

/**
 * Mark of a tool call, in the metadata that the AI SDK keeps and sends in the next prompt. It may
 * reach a browser, and reveals no text.
 */
interface CallMark {
  /** Unguessable id of the turn. */
  readonly turn: string;
  /** Least trust of what the model was shown before the call. */
  readonly trust: number;
}

/** Returns the call with its mark; that of a memory around stays, with the lower trust. */
export function markCall<Part extends MessagePart>(part: Part, { turn, trust }: CallMark): Part {
  const { providerMetadata } = part;
  const kioku: CallMark = {
    turn: markedTurn(providerMetadata) ?? turn,
    trust: Math.min(trust, markedTrust(providerMetadata) ?? 1),
  };
  return { ...part, providerMetadata: { ...(providerMetadata as object | undefined), kioku } };
}

/** Returns the turn that provider options or metadata name, if a memory marked them. */
export function markedTurn(marked: unknown): string | undefined {
  const { turn } = markOf(marked);
  return typeof turn === "string" ? turn : undefined;
}

/** Calls in a prompt since the user spoke. */
export interface PastCalls {
  /** Named turns, in the order of the calls. */
  readonly turns: readonly string[];
  /** Call ids; providers may reuse them. */
  readonly ids: readonly string[];
}

/** Returns the calls since the user spoke. */
export function pastCalls(prompt: readonly TurnMessage[]): PastCalls {
  const asked = prompt.findLastIndex(({ role }) => role === "user");
  const parts = prompt.slice(asked + 1).flatMap(({ content }) => partsOf(content));
  const calls = parts.filter(({ type }) => type === "tool-call");
  return {
    turns: calls.map((part) => markedTurn(part.providerOptions)).filter((one) => one !== undefined),
    ids: parts.map(({ toolCallId }) => toolCallId).filter((id) => typeof id === "string"),
  };
}
