import type { Origin } from "@kioku/core";
import { MOST_UNTRUSTED, ORIGINS } from "@kioku/core/toolkit";
import { readBefore, readMemory, textsIn } from "@kioku/tools";
import type { ReadText, TextSource, TrustReason, TrustVerdict } from "@kioku/tools";
import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";

/** Tools whose results need no caution. */
export interface TrustRules {
  /** Tells the sources that the app trusts. */
  readonly trusts: (source: TextSource) => boolean;
  /** Names of the memory's own tools that show no memories. */
  readonly own: ReadonlySet<string>;
  /** Names of those that show memories. */
  readonly showing: ReadonlySet<string>;
}

/** Name of our mark in the `response_metadata` of a message. */
export const TRUST_MARK = "kioku";

interface Call {
  readonly name: string;
  readonly args: unknown;
}

/** Returns the texts of messages as a model reads them, without calls that wait for a result. */
export function readMessages(
  messages: readonly BaseMessage[],
  rules: TrustRules,
): readonly ReadText[] {
  const last = messages.findLastIndex(isFromUser);
  const start = messages.slice(0, Math.max(last, 0)).findLastIndex(endsTurn) + 1;
  const results = messages.filter((message) => ToolMessage.isInstance(message));
  const answered = new Set(results.map((message) => message.tool_call_id));
  const calls = new Map<string, Call>();
  // Untrusted sources of the turn so far, for answers that no mark judges.
  let told: readonly TextSource[] = [];
  let hasEnded = false;
  return messages.flatMap((message, index): readonly ReadText[] => {
    if (HumanMessage.isInstance(message)) {
      if (hasEnded && isFromUser(message)) told = [];
      const woken = wokenTexts(message, rules);
      return [...givenText(message, rules), ...(index < start ? woken.map(readBefore) : woken)];
    }
    if (AIMessage.isInstance(message)) {
      hasEnded = endsTurn(message);
      for (const { id, name, args } of message.tool_calls ?? [])
        if (id) calls.set(id, { name, args });
      return writtenTexts(message, { told, answered, rules });
    }
    if (!ToolMessage.isInstance(message)) return [];
    const texts = toldTexts(message, calls.get(message.tool_call_id), rules);
    const fresh = texts.filter(({ isFresh }) => isFresh);
    told = [...told, ...fresh.flatMap(({ sources = [] }) => sources)];
    return index < start ? texts.map(readBefore) : texts;
  });
}

/** Returns true for messages of the user, which include no summaries by LangChain's middleware. */
export function isFromUser(message: BaseMessage): message is HumanMessage {
  return (
    HumanMessage.isInstance(message) && message.additional_kwargs["lc_source"] !== "summarization"
  );
}

/** Returns the texts of a message, one part a line. */
export function messageText({ content }: BaseMessage): string {
  if (typeof content === "string") return content;
  const texts = content.map(
    ({ type, text }: { readonly type?: unknown; readonly text?: unknown }) =>
      type === "text" && typeof text === "string" ? text : "",
  );
  return texts.filter((text) => text.trim() !== "").join("\n");
}

function endsTurn(message: BaseMessage): boolean {
  return AIMessage.isInstance(message) && (message.tool_calls ?? []).length === 0;
}

/** A summary may repeat all that it stands for, which is gone. */
function givenText(message: HumanMessage, { trusts }: TrustRules): readonly ReadText[] {
  const text = messageText(message);
  if (isFromUser(message)) return [{ text, trust: 1, isOfUser: true }];
  const source = { tool: "summarization" };
  return [trusts(source) ? { text, trust: 1 } : { text, trust: MOST_UNTRUSTED, sources: [source] }];
}

/** Returns what skills did that a message woke, which a model is told before it. */
function wokenTexts(message: HumanMessage, { trusts }: TrustRules): readonly ReadText[] {
  const text = wokenText(message);
  if (text === "") return [];
  const source = { tool: "skills" };
  if (trusts(source)) return [{ text, trust: 1 }];
  return [{ text, trust: MOST_UNTRUSTED, sources: [source], isFresh: true }];
}

/** Returns the text about skills in the mark of a message; an empty one if it has none. */
export function wokenText(message: BaseMessage): string {
  const { skills } = markOf(message);
  return typeof skills === "string" ? skills : "";
}

/** Returns the fields that our middleware and tools left in a message, unchecked. */
export function markOf({
  response_metadata: metadata,
}: BaseMessage): Readonly<Record<string, unknown>> {
  const mark = (metadata as Readonly<Record<string, unknown>> | undefined)?.[TRUST_MARK];
  return (mark ?? {}) as Readonly<Record<string, unknown>>;
}

interface Around {
  readonly told: readonly TextSource[];
  readonly answered: ReadonlySet<string>;
  readonly rules: TrustRules;
}

/** Words of the model, in texts and calls. */
function writtenTexts(message: AIMessage, { told, answered, rules }: Around): readonly ReadText[] {
  const calls = (message.tool_calls ?? []).filter(({ id = "" }) => answered.has(id));
  const texts = [messageText(message), ...calls.map(({ args }) => textsIn(args))];
  const { trust, because } = markedVerdict(message, rules);
  return texts.flatMap((text): readonly ReadText[] => {
    if (text.trim() === "") return [];
    if (trust < 1) return [{ text, trust, sources: because }];
    return [told.length === 0 ? { text } : { text, trust: MOST_UNTRUSTED, sources: told }];
  });
}

/** Returns the verdict in the mark of an answer; full trust if the app has cleared its reasons. */
export function markedVerdict(message: AIMessage, { trusts }: TrustRules): TrustVerdict {
  const { trust, because: given } = markOf(message);
  const because = Array.isArray(given) ? (given as readonly TrustReason[]) : [];
  const isCleared = because.length > 0 && because.every((one) => trusts(one));
  return typeof trust === "number" && !isCleared ? { trust, because } : { trust: 1, because: [] };
}

/** Returns the texts that a tool told. */
function toldTexts(
  message: ToolMessage,
  call: Call | undefined,
  { trusts, own, showing }: TrustRules,
): readonly ReadText[] {
  const text = textsIn(message.content);
  const { name: tool = call?.name, tool_call_id: toolCallId } = message;
  const source = { ...(tool === undefined ? {} : { tool }), toolCallId };
  if (trusts(source) || markOf(message)["trust"] === 1) return [{ text, trust: 1 }];
  if (tool !== undefined && own.has(tool)) return [];
  // Structured answers of LangChain repeat the arguments of their call.
  if (call && message.content === JSON.stringify(call.args)) return [];
  const untrusted = { text, trust: MOST_UNTRUSTED, sources: [source], isFresh: true };
  if (tool === undefined || !showing.has(tool)) return [untrusted];
  const shown: unknown = message.artifact;
  if (Array.isArray(shown) && shown.every(isShown))
    return shown.map((one) => readMemory(one, one.citation));
  // An error only describes the call.
  if (message.status === "error") return [];
  const { trust } = (shown ?? {}) as { readonly trust?: unknown };
  if (typeof trust !== "number" || !(trust >= 0 && trust <= 1)) return [untrusted];
  if (trust === 1) return [{ text, trust }];
  return [{ ...untrusted, trust, isFresh: trust <= MOST_UNTRUSTED }];
}

interface Shown {
  readonly id: string;
  readonly citation?: string;
  readonly content: string;
  readonly origin: Origin;
  readonly trust: number;
}

function isShown(one: unknown): one is Shown {
  const { content, origin, trust } = (one ?? {}) as Readonly<Record<string, unknown>>;
  const isKnown = ORIGINS.some((name) => name === origin);
  return isKnown && typeof trust === "number" && typeof content === "string";
}
