import type { CallOptions, TextModel } from "@kioku/core";
import { estimateTokens, unlessAborted } from "@kioku/core/toolkit";

import { membersOf } from "../gate/read-proposal.js";
import type { Batch } from "../model/batch.js";
import { ANSWER_SCHEMA } from "./answer-schema.js";
import { readAnswer, type ReadAnswer } from "./read-answer.js";
import { INSTRUCTIONS, writePrompt } from "./write-prompt.js";

/** Question to a model about a batch. */
export interface ModelQuestion {
  /** Turns, and what is known about their speakers. */
  readonly batch: Batch;
  /** Summary of the thread so far, to be continued. */
  readonly summary: readonly string[];
  /** Most tokens of the answer. */
  readonly maxTokens?: number | undefined;
}

/** Answer of a model, not checked against the batch yet, and its tokens by count or estimate. */
export type ModelAnswer = ReadAnswer & {
  /** Tokens of question and answer. */
  readonly tokens: number;
};

/** Asks a model what to make of a batch. Rejects with the model's error. */
export async function askModel(
  model: TextModel,
  { batch, summary, maxTokens }: ModelQuestion,
  options: CallOptions = {},
): Promise<ModelAnswer> {
  const prompt = writePrompt(batch, summary);
  const request = { system: INSTRUCTIONS, prompt, schema: ANSWER_SCHEMA, maxTokens };
  // Models may settle late, or ignore the signal.
  const answer = await unlessAborted(model.generate(request, options), options.signal);
  const { text, isComplete, inputTokens, outputTokens } = membersOf(answer);
  const written = typeof text === "string" ? text : "";
  const tokens =
    countOf(inputTokens, estimateTokens(`${INSTRUCTIONS}\n${prompt}`)) +
    countOf(outputTokens, estimateTokens(written));
  // Only rules are called by this name.
  const by = model.id === "rule" ? "model" : model.id;
  return { ...readAnswer({ text, isComplete }, { batch, by }), tokens };
}

/** Returns the model's own count of tokens, or else an estimate. */
export function countOf(count: unknown, estimate: number): number {
  const isCount = typeof count === "number" && Number.isFinite(count) && count >= 0;
  return isCount ? count : estimate;
}
