import type { Memory } from "@kioku/core";

import { shownTrust } from "../turn/shown-trust.js";
import { toldTrust } from "../turn/told-trust.js";
import type { TurnMessage } from "../turn/told-trust.js";

/** What surrounds the tools of one memory. */
export interface ToolHost {
  readonly memory: Memory;
  /** Names of tools of the app that are trusted. */
  readonly trusted: ReadonlySet<string>;
  /** Names of the tools themselves. */
  readonly own: ReadonlySet<string>;
}

/** What a tool is told of its call. Who calls one by hand may leave it out. */
export interface ToolCall {
  readonly toolCallId?: string | undefined;
  /** What the model was sent when it made the call. */
  readonly messages?: readonly TurnMessage[] | undefined;
}

/**
 * The most that what a model writes with a call can be trusted: it may repeat what tools or a
 * middleware have told it. Messages tell of calls before this one, and of this one where it waited
 * for an approval.
 */
export function trustOfCall({ toolCallId = "", messages = [] }: ToolCall, host: ToolHost): number {
  const { memory, trusted, own } = host;
  const told = messages.map((message) => withoutOwnErrors(message, own));
  return Math.min(toldTrust(told, trusted), shownTrust(memory, toolCallId));
}

/**
 * Answers of our own tools are marked, whatever the app calls them; errors cannot be. They say only
 * what was wrong with the call, so those of a tool that has our name take no trust.
 */
function withoutOwnErrors({ role, content }: TurnMessage, own: ReadonlySet<string>): TurnMessage {
  if (!Array.isArray(content)) return { role, content };
  return { role, content: content.filter((part) => !isOwnError(part, own)) };
}

function isOwnError(part: unknown, own: ReadonlySet<string>): boolean {
  const { type, toolName, output } = (part ?? {}) as Readonly<Record<string, unknown>>;
  if (type !== "tool-result" || typeof toolName !== "string" || !own.has(toolName)) return false;
  const { type: form } = (output ?? {}) as { readonly type?: unknown };
  return form === "error-text";
}
