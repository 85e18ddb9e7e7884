import type { Memory } from "@kioku/core";
import { checkMethods } from "@kioku/core/toolkit";
import type { LanguageModelMiddleware } from "ai";

import { generateStep } from "./generate-step.js";
import { resolveMiddlewareOptions } from "./memory-middleware-options.js";
import type { MemoryMiddlewareOptions } from "./memory-middleware-options.js";
import { streamStep } from "./stream-step.js";
import { TurnMemory } from "./turn-memory.js";

/**
 * Gives a model a memory, as middleware for `wrapLanguageModel`: recalls once for what the user
 * says, however many steps with tools follow, shows what it found to the model, and can remember
 * the turn once it has ended well.
 *
 * What was recalled is fenced and only in what the model is sent, never in the messages of the app.
 * List it before other middleware: then it sees the words of the user as the app gave them. One
 * middleware is of one memory: make one for each user. Where an agent changes between models within
 * a turn, wrap them with the same one.
 * @throws `invalid-input` for options that cannot work.
 */
export function memoryMiddleware(
  memory: Memory,
  options: MemoryMiddlewareOptions = {},
): LanguageModelMiddleware {
  checkMethods(memory, "memory", ["context", "rememberAll"]);
  const turns = new TurnMemory(memory, resolveMiddlewareOptions(options));
  // Nothing is done in `transformParams`: the model is called from here, so that what a step knows
  // needs not be found again.
  return {
    specificationVersion: "v3",
    wrapGenerate: ({ model, params }) =>
      generateStep(turns, params, (changed) => model.doGenerate(changed)),
    wrapStream: ({ model, params }) =>
      streamStep(turns, params, (changed) => model.doStream(changed)),
  };
}
