import { MOST_UNTRUSTED } from "@kioku/core/toolkit";

import { isTrusted, trustOfResult } from "../turn/told-trust.js";
import type { MessagePart } from "../turn/told-trust.js";
import { trustOfSource } from "./source-parts.js";

/** A part of what a model answers with, whole or as streams bring it. */
export interface AnswerPart extends MessagePart {
  readonly id?: unknown;
  readonly delta?: unknown;
  readonly finishReason?: unknown;
  readonly preliminary?: unknown;
  readonly warnings?: readonly unknown[] | undefined;
}

/**
 * How a step ended: with an answer, before the answer was whole, or so that there is nothing to
 * keep.
 */
export type Ending = "answered" | "cut" | "none";

/** What a model answers in one step, as it comes. */
export class StepAnswer {
  /** Whether the model has said that it failed. */
  hasFailed = false;
  /** The least trust of what the tools and searches of the provider may have told. */
  trust = 1;
  readonly #trustedTools: ReadonlySet<string>;
  /** Texts in the order in which they began. */
  readonly #texts: string[] = [];
  readonly #placeById = new Map<unknown, number>();
  /** Calls that the provider makes itself and has not answered yet. */
  readonly #openIds = new Set<unknown>();
  #isWaiting = false;
  #finish: unknown;

  constructor(trustedTools: ReadonlySet<string>) {
    this.#trustedTools = trustedTools;
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
    else if (type === "source") this.#trustNoMore(trustOfSource(part.providerMetadata));
    else if (type === "error") this.hasFailed = true;
    else if (type === "finish") this.#finish = part.finishReason;
  }

  /** All that the model said, as the AI SDK joins it. */
  get text(): string {
    return this.#texts.join("");
  }

  /**
   * Whether the turn goes on: tools of the app have to answer, a person has to approve, or the
   * provider is still at work.
   */
  get isPending(): boolean {
    return this.#isWaiting || this.#openIds.size > 0;
  }

  /** How the step ended, once all parts have come. */
  get ending(): Ending {
    if (this.isPending) return "none";
    const { unified } = (this.#finish ?? {}) as { readonly unified?: unknown };
    if (unified === "stop" || unified === "other") return "answered";
    return unified === "length" ? "cut" : "none";
  }

  #begin(id: unknown): void {
    this.#placeById.set(id, this.#texts.push("") - 1);
  }

  #append(id: unknown, delta: string): void {
    if (!this.#placeById.has(id)) this.#begin(id);
    const place = this.#placeById.get(id) ?? 0;
    this.#texts[place] = `${this.#texts[place]}${delta}`;
    // A model speaks on when the provider has answered it; some providers never say what.
    if (delta.trim() !== "") this.#openIds.clear();
  }

  #addCall({ toolCallId, toolName, providerExecuted }: AnswerPart): void {
    if (providerExecuted !== true) {
      this.#isWaiting = true;
      return;
    }
    this.#openIds.add(toolCallId);
    if (!isTrusted(toolName, this.#trustedTools)) this.#trustNoMore(MOST_UNTRUSTED);
  }

  #addResult(part: AnswerPart): void {
    if (part.preliminary !== true) this.#openIds.delete(part.toolCallId);
    this.#trustNoMore(trustOfResult(part, this.#trustedTools));
  }

  #trustNoMore(trust: number): void {
    this.trust = Math.min(this.trust, trust);
  }
}
