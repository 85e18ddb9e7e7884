import type { Memory } from "@kioku/core";
import { checkMethods, invalidInput } from "@kioku/core/toolkit";
import { memoryOfThread } from "@kioku/tools";
import { wrapLanguageModel, type LanguageModelMiddleware } from "ai";

import { pastCalls, type TurnMessage } from "../turn/marks.js";
import { isContinued, PromptWords, questionIn } from "../turn/prompt-words.js";
import { resolveMiddlewareOptions } from "./memory-middleware-options.js";
import type {
  MemoryMiddlewareOptions,
  ResolvedMiddlewareOptions,
} from "./memory-middleware-options.js";
import { ModelStep } from "./model-step.js";
import { OpenTurns } from "./open-turns.js";
import { generateStep, streamStep, type StepOf } from "./run-step.js";
import { beginTurn, conversationOf, type Turn } from "./turn.js";

/**
 * Middleware for `wrapLanguageModel` that gives a model a memory. It recalls once per turn, however
 * many tool steps follow, and can remember the turn once it has ended well.
 *
 * Recalled memories are fenced and only in what the model is sent, never in the app's messages.
 * List it before other middleware, so that it sees the user's original words. Make one for each
 * user, and use the same one for all models of a turn.
 * @throws `invalid-input` for options that cannot work.
 */
export function memoryMiddleware(
  memory: Memory,
  options: MemoryMiddlewareOptions = {},
): LanguageModelMiddleware {
  checkMethods(memory, "memory", ["context", "rememberAll"]);
  const stepOf = stepFinder(memory, resolveMiddlewareOptions(options));
  // Wraps the calls rather than `transformParams`, so that one object lives through a step.
  return {
    specificationVersion: "v3",
    wrapGenerate: ({ model, params }) =>
      generateStep(stepOf, params, (changed) => model.doGenerate(changed)),
    wrapStream: ({ model, params }) =>
      streamStep(stepOf, params, (changed) => model.doStream(changed)),
  };
}

/** Model that `wrapLanguageModel` of the installed AI SDK takes. */
export type WrappableModel = Parameters<typeof wrapLanguageModel>[0]["model"];
/** Model that `wrapLanguageModel` returns. */
export type WrappedModel = ReturnType<typeof wrapLanguageModel>;

/**
 * Wraps a model so that it recalls before it answers and can remember afterwards:
 * `wrapLanguageModel` with `memoryMiddleware`. Cheap: make one for each request, with the memory of
 * its user.
 * @throws `invalid-input` for an invalid model or memory, and for options that cannot work.
 */
export function withMemory(
  model: WrappableModel,
  memory: Memory,
  options: MemoryMiddlewareOptions = {},
): WrappedModel {
  checkModel(model);
  return wrapLanguageModel({ model, middleware: memoryMiddleware(memory, options) });
}

function checkModel(model: unknown): void {
  if (typeof model === "string") {
    const name = JSON.stringify(model.slice(0, 64));
    const allowed = `a model and not its name: gateway(${name}), with gateway of the package ai`;
    throw invalidInput("model", allowed, model);
  }
  checkMethods(model, "model", ["doGenerate", "doStream"]);
}

/** Returns the function that finds the step of a call, in an open turn or a new one. */
function stepFinder(memory: Memory, options: ResolvedMiddlewareOptions): StepOf {
  const turns = new OpenTurns();
  const talk = memoryOfThread(memory, options.thread, { keepsContext: false });
  const turnOf = (prompt: readonly TurnMessage[], words: PromptWords): Turn | undefined => {
    const asked = questionIn(prompt);
    const begun = asked && { prompt, asked, words };
    const conversation = (): string | undefined => begun && conversationOf(begun, options);
    const known = isContinued(prompt) ? turns.find(pastCalls(prompt), conversation) : undefined;
    if (known || !begun) return known;
    const fresh = beginTurn(begun, options);
    return turns.takeFailed(fresh.conversation) ?? fresh;
  };
  return ({ prompt, abortSignal: signal }) => {
    const words = new PromptWords(prompt);
    const turn = turnOf(prompt, words);
    return turn && new ModelStep(turn, { memory, talk, turns, options, signal, words });
  };
}
