import { markedTrust, partsOf } from "./told-trust.js";
import type { MessagePart, TurnMessage } from "./told-trust.js";

/**
 * What a middleware gives calls of tools along, in the metadata that the AI SDK keeps with a call
 * and sends back in the next prompt. It goes where the app's messages go, also to a browser, and
 * says nothing of any text.
 */
interface CallMark {
  /** Names the turn that made the call: nobody can guess it. */
  readonly turn: string;
  /** The least trust of what the model had been shown when it made the call. */
  readonly trust: number;
}

/**
 * A call with its mark beside what the provider says of it. That of a memory around the model
 * stays, with the least trust of both.
 */
export function markCall<Part extends MessagePart>(part: Part, { turn, trust }: CallMark): Part {
  const { providerMetadata } = part;
  const kioku: CallMark = {
    turn: markedTurn(providerMetadata) ?? turn,
    trust: Math.min(trust, markedTrust(providerMetadata) ?? 1),
  };
  return { ...part, providerMetadata: { ...(providerMetadata as object | undefined), kioku } };
}

/**
 * The turn that options or metadata for providers name; nothing where no memory has marked them.
 */
export function markedTurn(marked: unknown): string | undefined {
  const { kioku } = (marked ?? {}) as { readonly kioku?: { readonly turn?: unknown } | null };
  const turn = kioku?.turn;
  return typeof turn === "string" ? turn : undefined;
}

/** What a prompt says of the calls since the user asked. */
export interface PastCalls {
  /** The turns that they name, in the order of the calls. */
  readonly turns: readonly string[];
  /** Their ids, which providers make up and may use again. */
  readonly ids: readonly string[];
}

/** The calls since the user asked. */
export function pastCalls(prompt: readonly TurnMessage[]): PastCalls {
  const asked = prompt.findLastIndex(({ role }) => role === "user");
  const parts = prompt.slice(asked + 1).flatMap(({ content }) => partsOf(content));
  const calls = parts.filter(({ type }) => type === "tool-call");
  return {
    turns: calls.map((part) => markedTurn(part.providerOptions)).filter((one) => one !== undefined),
    ids: parts.map(({ toolCallId }) => toolCallId).filter((id) => typeof id === "string"),
  };
}
