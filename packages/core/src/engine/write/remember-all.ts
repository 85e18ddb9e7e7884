import type { Receipt, RememberInput } from "../../api/inputs.js";
import type { HookContext } from "../../api/plugin.js";
import { safeProgress } from "../../internal/async/notify.js";
import { checkWriteOptions } from "../../internal/check/check-inputs.js";
import { checkFunction, invalidInput } from "../../internal/check/check.js";
import { MAX_BATCH, MAX_COMPARED } from "../../model/limits.js";
import type { Engine } from "../engine.js";
import { hookContext } from "../hooks/run-hook.js";
import { checkRememberInput } from "./check-remember-input.js";
import type { RememberCall } from "./embed-inputs.js";
import { findKnown, toCheckedInputs } from "./find-known.js";
import { makeReceipts } from "./make-receipts.js";
import type { Rejection, WrittenBatch } from "./stages.js";
import { writeInputs } from "./write-inputs.js";

/** Checks the options and inputs, then runs them through hooks, embedder and store as one batch. */
export async function rememberAll(
  engine: Engine,
  inputs: readonly (string | RememberInput)[],
  call: RememberCall,
): Promise<readonly Receipt[]> {
  const { scope, operation, ifVersion: _, defaultKind: _kind, own: _own, ...options } = call;
  const { signal, onProgress } = options;
  checkWriteOptions(options, ["onProgress"]);
  if (onProgress !== undefined) checkFunction(onProgress, "options.onProgress");
  const checked = checkInputs(inputs);
  const safe = { ...call, onProgress: onProgress && safeProgress(onProgress, engine.logger) };
  if (engine.hooks.isEmpty) {
    return engine.lifecycle.run(signal, () => writeChecked(engine, checked, safe));
  }
  const context = hookContext(engine, operation, { scope, ...options });
  return engine.lifecycle.run(signal, () =>
    engine.hooks.settling(context, () => writeHooked(engine, checked, { ...safe, context })),
  );
}

function checkInputs(inputs: readonly (string | RememberInput)[]): readonly RememberInput[] {
  if (!Array.isArray(inputs)) throw invalidInput("inputs", "a list", inputs);
  if (inputs.length > MAX_BATCH) throw invalidInput("inputs", `at most ${MAX_BATCH} items`, inputs);
  const name = (index: number): string => (inputs.length === 1 ? "input" : `inputs[${index}]`);
  const checked = Array.from(inputs, (input, index) => checkRememberInput(input, name(index)));
  if (checked.filter(({ dedupe }) => typeof dedupe === "object").length > MAX_COMPARED) {
    throw invalidInput("inputs", `at most ${MAX_COMPARED} items with dedupe: { similarity }`);
  }
  return checked;
}

/** Writes what the hooks make of the inputs, and shows the hooks what was written. */
async function writeHooked(
  engine: Engine,
  inputs: readonly RememberInput[],
  call: RememberCall & { readonly context: HookContext },
): Promise<readonly Receipt[]> {
  const accepted: (RememberInput | Rejection)[] = [];
  for (const input of inputs) {
    const result = engine.hooks.changesInputs
      ? await engine.hooks.beforeRemember(input, call.context, checkRememberInput)
      : { input };
    accepted.push("input" in result ? result.input : { status: "rejected", ...result });
  }
  return writeChecked(engine, accepted, call);
}

async function writeChecked(
  engine: Engine,
  inputs: readonly (RememberInput | Rejection)[],
  call: RememberCall & { readonly context?: HookContext },
): Promise<readonly Receipt[]> {
  const checked = toCheckedInputs(inputs, call);
  const known = await findKnown(engine, checked, { ...call, now: engine.clock() });
  const unknown = checked.filter(({ index }) => !known.has(index));
  const written = await writeInputs(engine, unknown, call);
  const receipts = await makeReceipts(engine, { inputs: checked, known, written }, call);
  call.onProgress?.(inputs.length, inputs.length);
  await emitRemembered(engine, written, call);
  return inputs.flatMap((input, index) =>
    "status" in input ? input : (receipts.get(index) ?? []),
  );
}

/** Shows listeners and plugins the records. They are durable, so nothing here can fail the call. */
async function emitRemembered(
  engine: Engine,
  { puts, results }: WrittenBatch,
  { scope, context }: RememberCall & { readonly context?: HookContext },
): Promise<void> {
  for (const { op, opIndex } of puts) {
    const result = results[opIndex];
    if (!result?.applied || !result.record) continue;
    const { record } = result;
    engine.events.emit("remembered", { scope, record, created: op.change === "created" });
    if (context) await engine.hooks.afterRemember(record, context);
  }
}
