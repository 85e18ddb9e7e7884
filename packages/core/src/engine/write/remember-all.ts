import type { Operation } from "../../api/events.js";
import type { Receipt, RememberAllOptions, RememberInput } from "../../api/inputs.js";
import type { HookContext } from "../../api/plugin.js";
import { safeProgress } from "../../internal/async/notify.js";
import { checkWriteOptions } from "../../internal/check/check-inputs.js";
import { checkFunction, invalidInput } from "../../internal/check/check.js";
import { MAX_BATCH, MAX_COMPARED } from "../../model/limits.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { hookContext } from "../hooks/hook-context.js";
import type { OwnVectors } from "../vectors/own-vectors.js";
import { checkRememberInput } from "./check-remember-input.js";
import type { Draft } from "./draft.js";
import { findKnown, markReplays } from "./find-known.js";
import { makeReceipts } from "./make-receipts.js";
import { writeDrafts } from "./write-drafts.js";
import type { WrittenDrafts } from "./write-drafts.js";

/** What the write path takes. */
export interface RememberCall extends RememberAllOptions {
  readonly scope: Scope;
  /** The verb that was called, for the hooks. */
  readonly operation: Operation;
  /** Kind of a new record that names none. */
  readonly defaultKind?: string | undefined;
  /** Demanded version of the keyed record; with it, a lost race is the caller's to decide. */
  readonly ifVersion?: number | undefined;
  /**
   * Vectors that come with the inputs, or from an embedder that is not the memory's. Absent: the
   * memory's own.
   */
  readonly own?: OwnVectors | undefined;
}

/** Checks the options and inputs, then runs them through hooks, embedder and store as one batch. */
export async function rememberAll(
  engine: Engine,
  inputs: readonly (string | RememberInput)[],
  call: RememberCall,
): Promise<readonly Receipt[]> {
  const { scope, operation, ifVersion, defaultKind = "note", own, ...options } = call;
  checkWriteOptions(options, ["onProgress"]);
  if (options.onProgress !== undefined) checkFunction(options.onProgress, "options.onProgress");
  if (!Array.isArray(inputs)) throw invalidInput("inputs", "a list", inputs);
  if (inputs.length > MAX_BATCH) throw invalidInput("inputs", `at most ${MAX_BATCH} items`, inputs);
  const name = (index: number): string => (inputs.length === 1 ? "input" : `inputs[${index}]`);
  const checked = Array.from(inputs, (input, index) => checkRememberInput(input, name(index)));
  if (checked.filter(({ dedupe }) => typeof dedupe === "object").length > MAX_COMPARED) {
    throw invalidInput("inputs", `at most ${MAX_COMPARED} items with dedupe: { similarity }`);
  }
  const context = hookContext(engine, operation, { scope, ...options });
  const onProgress = safeProgress(options.onProgress, engine.logger);
  const work = async (): Promise<readonly Receipt[]> => {
    const receipts: (Receipt | undefined)[] = Array.from({ length: checked.length });
    const accepted: Draft[] = [];
    for (const [index, input] of checked.entries()) {
      const result = await applyHooks(engine, input, context);
      if ("input" in result) accepted.push({ input: result.input, index, defaultKind, ifVersion });
      else receipts[index] = { status: "rejected", ...result };
    }
    markReplays(accepted);
    const known = await findKnown(engine, accepted, { ...call, now: engine.clock() });
    const drafts = accepted.filter((draft) => !known.has(draft));
    const written = await writeDrafts(engine, drafts, { ...call, own, onProgress });
    for (const [{ index }, receipt] of await makeReceipts(engine, { known, written }, call)) {
      receipts[index] = receipt;
    }
    onProgress?.(inputs.length, inputs.length);
    await announce(engine, written, context);
    return receipts.filter((receipt) => receipt !== undefined);
  };
  return engine.lifecycle.run(options.signal, () => engine.hooks.settling(context, work));
}

async function applyHooks(
  engine: Engine,
  input: RememberInput,
  context: HookContext,
): Promise<{ readonly input: RememberInput } | { readonly by: string; readonly reason: string }> {
  if (!engine.hooks.changesInputs) return { input };
  return engine.hooks.beforeRemember(input, context, checkRememberInput);
}

/**
 * Tells listeners and plugins what was written. It is durable, so nothing here can fail the call.
 */
async function announce(
  engine: Engine,
  written: WrittenDrafts,
  context: HookContext,
): Promise<void> {
  const { scope } = context;
  for (const { op, opIndex } of written.plan.puts) {
    const result = written.results[opIndex];
    if (!result?.applied || !result.record) continue;
    const { record } = result;
    engine.events.emit("remembered", { scope, record, created: op.change === "created" });
    await engine.hooks.afterRemember(record, context);
  }
}
