import { checkFunction } from "../../check/check.js";
import { invalidInput } from "../../check/invalid-input.js";
import { embedWithFallback } from "../../embed/embed-with-fallback.js";
import { MemoryError } from "../../errors/memory-error.js";
import type { Scope } from "../../model/scope.js";
import type { WriteResult } from "../../store/write-op.js";
import { checkWriteOptions } from "../check-call-options.js";
import type { Engine } from "../engine.js";
import type { Receipt, RememberAllOptions, RememberInput } from "../inputs.js";
import { MAX_BATCH } from "../limits.js";
import { checkRememberInput } from "./check-remember-input.js";
import { findKnown, planWrite } from "./draft.js";
import type { Draft, Plan } from "./draft.js";
import { datesNamed } from "./search-entry.js";

/** How often a batch is planned anew when somebody else wrote one of its keys in between. */
const MAX_ATTEMPTS = 64;

/** What the write path takes. */
export interface RememberCall extends RememberAllOptions {
  readonly scope: Scope;
  /** Kind of a new record that names none. */
  readonly defaultKind?: string | undefined;
  /** Demanded version of the keyed record; with it, a lost race is the caller's to decide. */
  readonly ifVersion?: number | undefined;
}

/** Checks the options and inputs, then runs them through hooks, embedder and store as one batch. */
export async function rememberAll(
  engine: Engine,
  inputs: readonly (string | RememberInput)[],
  call: RememberCall,
): Promise<readonly Receipt[]> {
  const { scope: _, ifVersion, defaultKind = "note", ...options } = call;
  checkWriteOptions(options, ["onProgress"]);
  if (options.onProgress !== undefined) checkFunction(options.onProgress, "options.onProgress");
  if (!Array.isArray(inputs)) throw invalidInput("inputs", "a list", inputs);
  if (inputs.length > MAX_BATCH) throw invalidInput("inputs", `at most ${MAX_BATCH} items`, inputs);
  const name = (index: number): string => (inputs.length === 1 ? "input" : `inputs[${index}]`);
  const checked = Array.from(inputs, (input, index) => checkRememberInput(input, name(index)));
  return engine.lifecycle.run(options.signal, async () => {
    const receipts: (Receipt | undefined)[] = Array.from({ length: checked.length });
    const accepted: Draft[] = [];
    for (const [index, input] of checked.entries()) {
      const result = await applyHooks(engine, input, { call, name: name(index) });
      if ("input" in result) accepted.push({ input: result.input, index, defaultKind, ifVersion });
      else receipts[index] = { status: "rejected", ...result };
    }
    const known = await findKnown(engine, accepted, { ...call, now: engine.clock() });
    for (const [{ index }, record] of known) receipts[index] = { status: "duplicate", record };
    const drafts = accepted.filter((draft) => !known.has(draft));
    const failure = await embedDrafts(engine, drafts, call);
    await resolveDates(drafts, call);
    const { plan, results } = await write(engine, drafts, call);
    for (const { draft, op, opIndex } of plan.puts) {
      const { applied, record } = results[opIndex] ?? { applied: false };
      const stored = record ?? op.record;
      const queued = applied && failure && op.search !== "none" && !draft.vector;
      if (!applied) receipts[draft.index] = { status: "duplicate", record: stored };
      else if (queued)
        receipts[draft.index] = { status: "queued", record: stored, reason: failure.message };
      else receipts[draft.index] = { status: "stored", record: stored };
    }
    options.onProgress?.(inputs.length, inputs.length);
    await announce(engine, { plan, results }, call);
    return receipts.filter((receipt) => receipt !== undefined);
  });
}

async function applyHooks(
  engine: Engine,
  input: RememberInput,
  given: { readonly call: RememberCall; readonly name: string },
): Promise<{ readonly input: RememberInput } | { readonly by: string; readonly reason: string }> {
  if (!engine.hooks.changesInputs) return { input };
  const { scope, signal } = given.call;
  const result = await engine.hooks.beforeRemember(input, { scope, signal });
  return "input" in result
    ? { input: checkRememberInput(result.input, `${given.name} after the plugins`) }
    : result;
}

/** Gives every searchable draft its vector, as far as the embedder can. */
async function embedDrafts(
  engine: Engine,
  drafts: readonly Draft[],
  call: RememberCall,
): Promise<MemoryError | undefined> {
  const { embedders } = engine;
  const searchable = drafts.filter((draft) => draft.input.index !== false);
  if (embedders.length === 0 || searchable.length === 0) return undefined;
  const { signal, onProgress, scope } = call;
  const texts = searchable.map((draft) => draft.input.content);
  const { vectors, failure } = await embedWithFallback(embedders, texts, {
    purpose: "document",
    signal,
    onProgress:
      onProgress && ((done) => onProgress(Math.min(done, drafts.length - 1), drafts.length)),
  });
  for (const [index, draft] of searchable.entries()) draft.vector = vectors[index];
  if (failure) {
    engine.events.emit("degraded", {
      scope,
      during: "remember",
      reason: failure.message,
      cause: failure,
    });
  }
  return failure;
}

/** Finds the times that the texts name, where it is known when they were said. */
async function resolveDates(drafts: readonly Draft[], { signal }: RememberCall): Promise<void> {
  for (const draft of drafts) {
    const { content, occurredAt, index } = draft.input;
    if (!occurredAt || index === false) continue;
    signal?.throwIfAborted();
    draft.dates = await datesNamed(content, occurredAt);
  }
}

/** Plans and writes; a lost race for a key is planned anew from what the winner wrote. */
async function write(
  engine: Engine,
  drafts: readonly Draft[],
  call: RememberCall,
): Promise<{ readonly plan: Plan; readonly results: readonly WriteResult[] }> {
  for (let attempt = 1; ; attempt += 1) {
    const plan = await planWrite(engine, drafts, { ...call, now: engine.clock() });
    if (plan.ops.length === 0) return { plan, results: [] };
    try {
      return { plan, results: await engine.store.write(plan.ops, { signal: call.signal }) };
    } catch (error) {
      const lost = MemoryError.is(error, "conflict") && call.ifVersion === undefined;
      if (!lost || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Tells listeners and plugins what was written. It is durable, so nothing here can fail the call. */
async function announce(
  engine: Engine,
  written: { readonly plan: Plan; readonly results: readonly WriteResult[] },
  call: RememberCall,
): Promise<void> {
  const { scope, signal } = call;
  for (const { op, opIndex } of written.plan.puts) {
    const result = written.results[opIndex];
    if (!result?.applied || !result.record) continue;
    const { record } = result;
    engine.events.emit("remembered", { scope, record, created: op.change === "created" });
    await engine.hooks.afterRemember(record, { scope, signal });
  }
}
