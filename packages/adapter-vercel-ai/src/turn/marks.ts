import type { JsonValue } from "@kioku/core";
import type { TrustReason, TrustVerdict } from "@kioku/tools";

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
  readonly input?: unknown;
  readonly output?: unknown;
  readonly result?: unknown;
  readonly url?: unknown;
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

/** Mark of memories in a prompt. */
export interface ShownMark {
  /** Least trust of the memories, and true if strangers wrote one of them. */
  readonly kioku: { readonly trust: number; readonly isFresh?: boolean };
}

/** Returns true if strangers wrote one of the memories in a marked text. */
export function isMarkedFresh(marked: unknown): boolean {
  return markOf(marked)["isFresh"] === true;
}

/** Returns a verdict as provider metadata. */
function verdictMark({ trust, because }: TrustVerdict): {
  readonly kioku: { readonly trust: number; readonly because: JsonValue };
} {
  return { kioku: { trust, because: because.map((one) => ({ ...one })) } };
}

/** Returns the part with the mark of its verdict, if that is not full trust. */
export function markText<Part extends MessagePart>(part: Part, verdict: TrustVerdict): Part {
  if (verdict.trust === 1) return part;
  const { providerMetadata } = part;
  const metadata = { ...(providerMetadata as object | undefined), ...verdictMark(verdict) };
  return { ...part, providerMetadata: metadata };
}

/** Returns the reasons in provider options or metadata, if a memory marked them. */
export function markedReasons(marked: unknown): readonly TrustReason[] {
  const { because } = markOf(marked);
  if (!Array.isArray(because)) return [];
  return because.filter((one): one is TrustReason => typeof one === "object" && one !== null);
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

/** Returns the index at which the last turn begins: after the last answer without tool calls. */
export function turnStart(messages: readonly TurnMessage[]): number {
  const asked = messages.findLastIndex(({ role }) => role === "user");
  return messages.slice(0, Math.max(asked, 0)).findLastIndex(isAnswer) + 1;
}

/** Returns the parts of a message; none of plain text. */
export function partsOf(content: unknown): readonly MessagePart[] {
  return Array.isArray(content) ? (content as readonly MessagePart[]) : [];
}

/** Returns true for an answer without calls of tools, which ends a turn. */
export function isAnswer({ role, content }: TurnMessage): boolean {
  const callsTool = partsOf(content).some(
    ({ type, providerExecuted }) => type === "tool-call" && providerExecuted !== true,
  );
  return role === "assistant" && !callsTool;
}

/**
 * Mark of a tool call, in the metadata that the AI SDK keeps and sends in the next prompt. It may
 * reach a browser, and reveals no text but words of the call.
 */
interface CallMark {
  /** Unguessable id of the turn. */
  readonly turn: string;
  /** Trust of the texts in its arguments. */
  readonly verdict: TrustVerdict;
}

/** Returns the call with its mark; that of a memory around stays, with the lower trust. */
export function markCall<Part extends MessagePart>(part: Part, { turn, verdict }: CallMark): Part {
  const { providerMetadata } = part;
  const kioku = {
    turn: markedTurn(providerMetadata) ?? turn,
    ...(verdict.trust === 1 ? {} : verdictMark(verdict).kioku),
    trust: Math.min(verdict.trust, markedTrust(providerMetadata) ?? 1),
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
