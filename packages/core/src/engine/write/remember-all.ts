import type { Receipt, RememberInput } from "../../api/inputs.js";
import type { HookContext } from "../../api/plugin.js";
import type { PutOp } from "../../contracts/write-op.js";
import { safeProgress } from "../../internal/async/notify.js";
import { checkWriteOptions } from "../../internal/check/check-inputs.js";
import { checkFunction, checkOneOf, invalidInput } from "../../internal/check/check.js";
import { MAX_BATCH, MAX_COMPARED } from "../../model/limits.js";
import type { MemoryRecord, Strength } from "../../model/record.js";
import { withoutFoundVector } from "../embedding/spaces/embed-for-writing.js";
import type { Engine } from "../engine.js";
import { hookContext, type Rejection, vetoError } from "../hooks/run-hook.js";
import { checkRememberInput } from "./check-remember-input.js";
import type { RememberCall } from "./embed-inputs.js";
import { findKnown, toCheckedInputs } from "./find-duplicates.js";
import { touchRecords } from "./mark-used.js";
import type { CheckedInput, EmbeddedInput, WrittenBatch } from "./stages.js";
import { writeInputs } from "./write-inputs.js";

/** Checks the options and inputs, then runs them through hooks, embedder and store as one batch. */
export async function rememberAll(
  engine: Engine,
  inputs: readonly (string | RememberInput)[],
  call: RememberCall,
): Promise<readonly Receipt[]> {
  const { scope, operation, ifVersion: _, defaultKind: _kind, own: _own, ...options } = call;
  const { signal, onProgress, rejections = "receipt" } = options;
  checkWriteOptions(options, ["onProgress", "rejections"]);
  checkOneOf(rejections, "options.rejections", ["receipt", "throw"]);
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
    if ("by" in result && call.rejections === "throw") throw vetoError(result, call.context);
    accepted.push("input" in result ? result.input : result);
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

/** The inputs of a call, the records that were known before, and what was written. */
interface Outcome {
  readonly inputs: readonly CheckedInput[];
  readonly known: ReadonlyMap<number, MemoryRecord>;
  readonly written: WrittenBatch;
}

interface Put {
  readonly input: EmbeddedInput;
  readonly search: PutOp["search"];
  readonly applied: boolean;
  readonly record: MemoryRecord;
}

/** Reasons why something is queued, where nothing failed. */
const REASONS: Readonly<Record<Engine["embedding"], string>> = {
  inline: "no embedder gave a vector",
  queued: "embedding is left to workers",
};

/** Builds one receipt per input; strengthens duplicates and schedules embedding retries. */
async function makeReceipts(
  engine: Engine,
  { inputs, known, written }: Outcome,
  call: RememberCall,
): Promise<ReadonlyMap<number, Receipt>> {
  const { puts: planned, ops, results, failure } = written;
  const puts = planned.map(({ input, op, opIndex }): Put => {
    const { applied, record = op.record } = results[opIndex] ?? { applied: false };
    const asWritten = ops[opIndex];
    const { search } = asWritten?.op === "put" ? asWritten : op;
    return { input, search, applied, record };
  });
  const receipts = new Map<number, Receipt>();
  for (const [index, reason] of written.untrusted) {
    receipts.set(index, { status: "rejected", by: "trust", reason });
  }
  const before = new Map([...known, ...written.known]);
  const touched = await touchDuplicates(engine, { inputs, known: before, puts }, call);
  for (const [index, record] of before) receipts.set(index, { status: "duplicate", record });
  const queued = new Set(await withoutVector(engine, puts, call));
  if (queued.size > 0) engine.retry.add([...queued].map(({ record }) => record));
  const reason = failure?.message ?? REASONS[engine.embedding];
  for (const put of puts) {
    const { input, applied, record } = put;
    if (!applied) receipts.set(input.index, { status: "duplicate", record });
    else if (queued.has(put)) receipts.set(input.index, { status: "queued", record, reason });
    else receipts.set(input.index, { status: "stored", record });
  }
  for (const [index, first] of written.repeats) {
    const receipt = receipts.get(first);
    if (!receipt || receipt.status === "rejected") continue;
    receipts.set(index, { status: "duplicate", record: receipt.record });
  }
  return touched.size === 0 ? receipts : withStrengths(receipts, touched);
}

/** Shows a new strength in all receipts of its record. */
function withStrengths(
  receipts: ReadonlyMap<number, Receipt>,
  strengths: ReadonlyMap<string, Strength>,
): ReadonlyMap<number, Receipt> {
  const shown = [...receipts].map(([index, receipt]): readonly [number, Receipt] => {
    if (receipt.status === "rejected") return [index, receipt];
    const strength = strengths.get(receipt.record.id) ?? receipt.record.strength;
    return [index, { ...receipt, record: { ...receipt.record, strength } }];
  });
  return new Map(shown);
}

/** Strengthens the records that were said again. Once something is written, this cannot fail. */
async function touchDuplicates(
  engine: Engine,
  { inputs, known, puts }: Pick<Outcome, "inputs" | "known"> & { readonly puts: readonly Put[] },
  call: RememberCall,
): Promise<ReadonlyMap<string, Strength>> {
  if (known.size === 0 && puts.every(({ applied }) => applied)) return new Map();
  // An input with an idempotency key may be the replay of one that strengthened it already.
  const replays = new Set(
    inputs.flatMap(({ input, index }) => (input.idempotencyKey === undefined ? [] : index)),
  );
  const said = new Set([...known].flatMap(([index, { id }]) => (replays.has(index) ? [] : id)));
  const written = new Set<string>();
  for (const { input, applied, record } of puts) {
    if (applied) written.add(record.id);
    else if (!written.has(record.id) && !replays.has(input.index)) said.add(record.id);
  }
  if (said.size === 0) return new Map();
  try {
    return await touchRecords(engine, [...said], call);
  } catch (error) {
    if (!puts.some(({ applied }) => applied)) throw error;
    engine.logger.error("duplicates could not be strengthened", { error });
    return new Map();
  }
}

/** Returns the written records that are to be found by meaning and are not yet. */
async function withoutVector(
  engine: Engine,
  puts: readonly Put[],
  { signal }: RememberCall,
): Promise<readonly Put[]> {
  if (engine.embedders.length === 0 && engine.embedding === "inline") return [];
  const missing = puts.filter(({ applied, search, input: { isKept, isQueued } }) => {
    const lostVectors = typeof search === "object" && search.vectors.length === 0;
    return applied && search !== "none" && !isKept && (isQueued || lostVectors);
  });
  // A next version with the text that was there has kept its vectors.
  const isNext = ({ record }: Put): boolean => record.version > 1;
  const next = missing.filter(isNext);
  if (next.length === 0) return missing;
  try {
    const records = next.map(({ record }) => record);
    const left = new Set(await withoutFoundVector(engine, records, { signal }));
    const created = missing.filter((put) => !isNext(put));
    return [...created, ...next.filter(({ record }) => left.has(record))];
  } catch (error) {
    engine.logger.warn("vectors could not be read; they are checked again later", { error });
    return missing;
  }
}
