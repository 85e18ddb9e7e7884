import { MemoryError } from "@kioku/core";
import type { Receipt, RememberInput, Memory, WriteOptions, Scope } from "@kioku/core";
import {
  checkScope,
  checkFunction,
  invalidInput,
  isIterable,
  checkWriteOptions,
  checkRememberInput,
  safeProgress,
  scopeToPath,
} from "@kioku/core/toolkit";

import type { ForeignMemory } from "./foreign-memory.js";

/** Options of `importMemories`. */
export interface ImportMemoriesOptions extends WriteOptions {
  /** Called after each durable batch. */
  readonly onProgress?: ((report: ImportMemoriesReport) => void) | undefined;
}

/** Number of memories by the status of their receipts. */
export type ImportMemoriesReport = Readonly<Record<Receipt["status"], number>>;

/** Memories of one batch. */
const BATCH = 500;

interface Batch {
  readonly scope: Scope;
  readonly inputs: RememberInput[];
}

/**
 * Remembers the memories of another system in batches, as a reader such as `mem0Memories` yields
 * them, by `rememberAll`, with plugins and events. A second import writes only what is new.
 * @throws `invalid-input` naming the first memory that cannot be remembered. Batches before it are
 *   written.
 */
export async function importMemories(
  memory: Memory,
  memories: AsyncIterable<ForeignMemory> | Iterable<ForeignMemory>,
  options: ImportMemoriesOptions = {},
): Promise<ImportMemoriesReport> {
  checkWriteOptions(options, ["onProgress"]);
  const { onProgress, ...write } = options;
  if (onProgress !== undefined) checkFunction(onProgress, "options.onProgress");
  const notifyProgress = safeProgress(onProgress);
  const report = { stored: 0, queued: 0, duplicate: 0, rejected: 0 };
  if (!isIterable(memories)) {
    throw invalidInput("memories", "what a reader of a format gives, or a list", memories);
  }
  let batches = new Map<string, Batch>();
  let waiting = 0;
  const flush = async (): Promise<void> => {
    for (const { scope, inputs } of batches.values()) {
      const receipts = await below(memory, scope).rememberAll(inputs, write);
      for (const { status } of receipts) report[status] += 1;
    }
    batches = new Map();
    waiting = 0;
    notifyProgress?.({ ...report });
  };
  let index = 0;
  for await (const given of memories) {
    options.signal?.throwIfAborted();
    const { scope, input } = checkMemory(given, `memories[${index}]`);
    const path = scopeToPath(scope);
    const batch = batches.get(path) ?? { scope, inputs: [] };
    batch.inputs.push(input);
    batches.set(path, batch);
    index += 1;
    waiting += 1;
    if (waiting === BATCH) await flush();
  }
  if (waiting > 0) await flush();
  return report;
}

function checkMemory(given: unknown, name: string): ForeignMemory {
  if (typeof given !== "object" || given === null || !("input" in given) || !("scope" in given)) {
    throw new MemoryError("invalid-input", `${name} must be an object with scope and input`);
  }
  return {
    scope: checkScope(given.scope, `${name}.scope`),
    input: checkRememberInput(given.input, `${name}.input`),
  };
}

function below(memory: Memory, [first, ...rest]: Scope): Memory {
  return first === undefined ? memory : memory.scope(first, ...rest);
}
