import type { PromptContext, PromptOptions } from "../../api/prompt-context.js";
import type { RecallQuery } from "../../api/queries.js";
import { Slices } from "../../internal/async/slices.js";
import type { CallOptions } from "../../model/call-options.js";
import { CONTEXT_LIMIT } from "../../model/limits.js";
import type { Scope } from "../../model/scope.js";
import { buildContextFor } from "../../prompt/build-context.js";
import { checkPromptOptions } from "../../prompt/check-prompt-options.js";
import type { Engine } from "../engine.js";
import { recall } from "./recall.js";

/** Recalls memories and writes them as text of a prompt. */
export async function recallContext(
  engine: Engine,
  query: string | RecallQuery,
  call: PromptOptions & CallOptions & { readonly scope: Scope },
): Promise<PromptContext> {
  const { signal, scope, ...prompt } = call;
  checkPromptOptions(prompt);
  const asked = { limit: CONTEXT_LIMIT, ...(typeof query === "string" ? { query } : query) };
  const slices = new Slices();
  const found = await recall(engine, asked, { signal, scope, operation: "context" });
  const pause = slices.pause();
  if (pause) await pause;
  return buildContextFor(asked.query, found, prompt);
}
