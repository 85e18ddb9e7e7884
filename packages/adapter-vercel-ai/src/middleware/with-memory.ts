import type { Memory } from "@kioku/core";
import { checkMethods, invalidInput } from "@kioku/core/toolkit";
import { wrapLanguageModel } from "ai";

import type { MemoryMiddlewareOptions } from "./memory-middleware-options.js";
import { memoryMiddleware } from "./memory-middleware.js";

/**
 * A model that `wrapLanguageModel` takes, in the versions of the specification that the installed
 * AI SDK knows.
 */
export type WrappableModel = Parameters<typeof wrapLanguageModel>[0]["model"];
/** A model as `wrapLanguageModel` gives it. */
export type WrappedModel = ReturnType<typeof wrapLanguageModel>;

/**
 * A model that recalls before it answers and can remember after: `wrapLanguageModel` with
 * `memoryMiddleware`. Cheap: make one for each request or user, with the memory of that user.
 * @throws `invalid-input` for what is no model or no memory, and for options that cannot work.
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
