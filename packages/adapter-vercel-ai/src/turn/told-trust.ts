import { MOST_UNTRUSTED } from "@kioku/core/toolkit";

/** What is used of a message: of those that an app has, and of those that a model is sent. */
export interface TurnMessage {
  readonly role: string;
  readonly content: unknown;
  readonly providerOptions?: unknown;
}

/** What is used of the parts of messages, and of those that a model answers with. */
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
 * How a memory tells what its words in a prompt can be trusted with: in the options of the part for
 * a provider, which travel with the message and which providers of other names leave alone.
 */
export interface TrustMark {
  readonly kioku: { readonly trust: number };
}

/** The mark for an output of a tool, and for a message of the system. */
export function trustMark(trust: number): TrustMark {
  return { kioku: { trust } };
}

/**
 * The trust that options or metadata for providers are marked with; nothing where no memory has
 * marked them.
 */
export function markedTrust(marked: unknown): number | undefined {
  const { kioku } = (marked ?? {}) as { readonly kioku?: { readonly trust?: unknown } | null };
  const trust = kioku?.trust;
  return typeof trust === "number" && trust >= 0 && trust <= 1 ? trust : undefined;
}

/**
 * The least trust of what a model has been told in the turn that the messages end with: by tools,
 * and by what its calls are marked with. A tool that is neither trusted nor of a memory may have
 * told the words of strangers.
 */
export function toldTrust(messages: readonly TurnMessage[], trusted: ReadonlySet<string>): number {
  const turn = messages.slice(turnStart(messages));
  const parts = turn.flatMap(({ content }) => partsOf(content));
  return parts.reduce((least, part) => Math.min(least, trustOfPart(part, trusted)), 1);
}

/** Where the turn begins: after the last answer that called no tool of the app. */
export function turnStart(messages: readonly TurnMessage[]): number {
  const asked = messages.findLastIndex(({ role }) => role === "user");
  return messages.slice(0, Math.max(asked, 0)).findLastIndex(isAnswer) + 1;
}

/** Whether the app trusts the tool of this name. */
export function isTrusted(toolName: unknown, trusted: ReadonlySet<string>): boolean {
  return typeof toolName === "string" && trusted.has(toolName);
}

/** How much is trusted what a tool has answered. */
export function trustOfResult(
  { toolName, output }: MessagePart,
  trusted: ReadonlySet<string>,
): number {
  if (isTrusted(toolName, trusted)) return 1;
  const { type, providerOptions } = (output ?? {}) as MessagePart;
  // The words of a person.
  if (type === "execution-denied") return 1;
  return markedTrust(providerOptions) ?? MOST_UNTRUSTED;
}

/** The parts of a message; none of one that is a plain text. */
export function partsOf(content: unknown): readonly MessagePart[] {
  return Array.isArray(content) ? (content as readonly MessagePart[]) : [];
}

function isAnswer({ role, content }: TurnMessage): boolean {
  return role === "assistant" && !partsOf(content).some(isCall);
}

function isCall({ type, providerExecuted }: MessagePart): boolean {
  return type === "tool-call" && providerExecuted !== true;
}

function trustOfPart(part: MessagePart, trusted: ReadonlySet<string>): number {
  if (part.type === "tool-result") return trustOfResult(part, trusted);
  return part.type === "tool-call" ? (markedTrust(part.providerOptions) ?? 1) : 1;
}
