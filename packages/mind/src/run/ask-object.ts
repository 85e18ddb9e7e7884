import type { CallOptions, Schedule, TextModel, TextRequest } from "@kioku/core";
import { estimateTokens, unlessAborted } from "@kioku/core/toolkit";

import { type Members, membersOf } from "../gate/read-proposal.js";
import { countOf } from "../proposals/ask-model.js";
import { readObject } from "../proposals/read-object.js";
import { problemOf, startTimeLimit } from "./ask-in-budget.js";

/** Estimate of the tokens of an image, where the model counts none. */
const TOKENS_OF_IMAGE = 1_000;

/** Question to a model that it answers with one JSON object; what is not trusted is fenced. */
export interface ObjectQuestion
  extends
    Pick<TextRequest, "images" | "maxTokens">,
    Required<Pick<TextRequest, "system" | "prompt" | "schema">> {
  /** Tests if an object of the answer is the wanted one. */
  readonly isWanted: (value: object) => boolean;
}

/** Object that a model answered with, or why there is none, and the tokens of both. */
export type ObjectAnswer = { readonly tokens: number } & (
  | { readonly members: Members }
  | {
      /** Problem in words, without text of memories. */
      readonly problem: string;
      /** True if the model answered, with something that is of no use. */
      readonly isBadAnswer: boolean;
    }
);

/** Time that a model may take. */
export interface TimeLimit extends CallOptions {
  readonly schedule: Schedule;
  readonly timeoutMs: number;
}

/** Asks a model for an object, once. Rejects only when it is aborted. */
export async function askForObject(
  model: TextModel,
  { isWanted, ...request }: ObjectQuestion,
  { schedule, timeoutMs, signal }: TimeLimit,
): Promise<ObjectAnswer> {
  const { system, prompt, images = [] } = request;
  const asked = estimateTokens(`${system}\n${prompt}`) + TOKENS_OF_IMAGE * images.length;
  const limit = startTimeLimit({ schedule, timeoutMs }, { signal });
  try {
    // Models may settle late, or ignore the signal.
    const answering = model.generate(request, { signal: limit.signal });
    const answer = membersOf(await unlessAborted(answering, limit.signal));
    const { text, isComplete, inputTokens, outputTokens } = answer;
    const written = typeof text === "string" ? text : "";
    const tokens = countOf(inputTokens, asked) + countOf(outputTokens, estimateTokens(written));
    const members = readObject({ text, isComplete }, isWanted);
    if (typeof members !== "string") return { tokens, members };
    return { tokens, problem: `answer is ${members}`, isBadAnswer: true };
  } catch (error) {
    signal?.throwIfAborted();
    return { tokens: asked, problem: problemOf(error), isBadAnswer: false };
  } finally {
    limit.cancel();
  }
}
