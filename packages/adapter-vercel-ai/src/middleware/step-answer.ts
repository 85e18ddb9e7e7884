import { MOST_UNTRUSTED } from "@kioku/core/toolkit";
import type { ReadText } from "@kioku/tools";

import type { MessagePart } from "../turn/marks.js";
import { sourceText, toldTexts, type TrustsSource } from "../turn/read-texts.js";

/** Part of an answer, whole or streamed. */
export interface AnswerPart extends MessagePart {
  readonly id?: unknown;
  readonly delta?: unknown;
  readonly finishReason?: unknown;
  readonly preliminary?: unknown;
  readonly warnings?: readonly unknown[] | undefined;
}

/** Ending of a step: a whole answer, one cut off, or nothing to keep. */
type Ending = "answered" | "cut" | "none";

/** Answer of one step, as its parts arrive. */
export class StepAnswer {
  /** True if the model reported an error. */
  hasFailed = false;
  /** Texts that the provider's tools and searches returned. */
  readonly told: ReadText[] = [];
  readonly #trusts: TrustsSource;
  readonly #texts: string[] = [];
  readonly #indexById = new Map<unknown, number>();
  /** Unanswered calls that the provider runs itself. */
  readonly #openIds = new Set<unknown>();
  #isWaiting = false;
  #finish: unknown;

  constructor(trusts: TrustsSource) {
    this.#trusts = trusts;
  }

  /** Takes the next part. */
  add(part: AnswerPart): void {
    const { type, text, delta, id } = part;
    if (type === "text") this.#append(this.#texts.length, String(text));
    else if (type === "text-start") this.#begin(id);
    else if (type === "text-delta") this.#append(id, String(delta));
    else if (type === "tool-call") this.#addCall(part);
    else if (type === "tool-approval-request") this.#isWaiting = true;
    else if (type === "tool-result") this.#addResult(part);
    else if (type === "source") this.told.push(sourceText(part, this.#trusts));
    else if (type === "error") this.hasFailed = true;
    else if (type === "finish") this.#finish = part.finishReason;
  }

  /** Returns the text of a part so far, by its id in a stream. */
  textOf(id: unknown): string {
    return this.#texts[this.#indexById.get(id) ?? this.#texts.length] ?? "";
  }

  /** Text of the answer, joined as by the AI SDK. */
  get text(): string {
    return this.#texts.join("");
  }

  /** True if the turn goes on: tools, an approval or the provider are pending. */
  get isPending(): boolean {
    return this.#isWaiting || this.#openIds.size > 0;
  }

  /** Result of the step, once all parts have arrived. */
  get ending(): Ending {
    if (this.isPending) return "none";
    const { unified } = (this.#finish ?? {}) as { readonly unified?: unknown };
    if (unified === "stop" || unified === "other") return "answered";
    return unified === "length" ? "cut" : "none";
  }

  #begin(id: unknown): void {
    this.#indexById.set(id, this.#texts.push("") - 1);
  }

  #append(id: unknown, delta: string): void {
    if (!this.#indexById.has(id)) this.#begin(id);
    const index = this.#indexById.get(id) ?? 0;
    this.#texts[index] = `${this.#texts[index]}${delta}`;
    // Text means that the provider has answered; some never report results.
    if (delta.trim() !== "") this.#openIds.clear();
  }

  #addCall({ toolCallId, toolName, providerExecuted }: AnswerPart): void {
    if (providerExecuted !== true) {
      this.#isWaiting = true;
      return;
    }
    this.#openIds.add(toolCallId);
    const source = { tool: String(toolName), toolCallId: String(toolCallId) };
    if (this.#trusts(source)) return;
    this.told.push({ text: "", trust: MOST_UNTRUSTED, sources: [source], isFresh: true });
  }

  #addResult(part: AnswerPart): void {
    if (part.preliminary !== true) this.#openIds.delete(part.toolCallId);
    this.told.push(...toldTexts(part, this.#trusts));
  }
}
