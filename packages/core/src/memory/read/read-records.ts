import { checkText } from "../../check/check.js";
import type { CallOptions } from "../../model/call-options.js";
import type { JsonValue } from "../../model/json.js";
import type { MemoryRecord, Revision } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { checkCallOptions } from "../check-call-options.js";
import type { Engine } from "../engine.js";
import { MAX_NAME_LENGTH } from "../limits.js";
import { checkKey } from "../write/check-remember-input.js";

/** What reading takes. */
export interface ReadCall extends CallOptions {
  readonly scope: Scope;
}

/** The record of this id in exactly this scope. */
export async function readRecord(
  engine: Engine,
  id: string,
  { scope, ...options }: ReadCall,
): Promise<MemoryRecord | undefined> {
  checkCallOptions(options);
  checkText(id, "id", MAX_NAME_LENGTH);
  const { signal } = options;
  return engine.lifecycle.run(signal, async () => {
    const [record] = await engine.store.get([{ scope, id }], { now: engine.clock(), signal });
    return record;
  });
}

/** The value under a key of exactly this scope. */
export async function getValue(
  engine: Engine,
  key: string,
  { scope, ...options }: ReadCall,
): Promise<JsonValue | undefined> {
  checkCallOptions(options);
  const ref = { scope, key: checkKey(key) };
  const { signal } = options;
  return engine.lifecycle.run(signal, async () => {
    const [record] = await engine.store.get([ref], { now: engine.clock(), signal });
    if (!record) return undefined;
    return record.value === undefined ? record.content : record.value;
  });
}

/** Every version of the record of this id in exactly this scope. */
export async function readHistory(
  engine: Engine,
  id: string,
  { scope, ...options }: ReadCall,
): Promise<readonly Revision[]> {
  checkCallOptions(options);
  checkText(id, "id", MAX_NAME_LENGTH);
  const { signal } = options;
  return engine.lifecycle.run(signal, () => engine.store.history({ scope, id }, { signal }));
}
