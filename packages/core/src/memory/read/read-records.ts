import { checkText } from "../../check/check.js";
import type { CallOptions } from "../../model/call-options.js";
import { isValidAt } from "../../model/is-valid-at.js";
import type { JsonValue } from "../../model/json.js";
import type { MemoryRecord, Revision } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { checkCallOptions } from "../check-call-options.js";
import type { Engine } from "../engine.js";
import { keyName, storedValue } from "../key.js";
import type { Key } from "../key.js";
import { MAX_NAME_LENGTH } from "../limits.js";
import type { ReadOptions } from "../read-inputs.js";
import { checkKey } from "../write/check-remember-input.js";
import { checkAsOf } from "./check-as-of.js";
import { engineAt } from "./engine-at.js";
import { readAt } from "./read-at.js";

/** What reading takes. */
export interface ReadCall extends CallOptions {
  readonly scope: Scope;
}

/** The record of this id in exactly this scope. */
export async function readRecord(
  engine: Engine,
  id: string,
  { scope, ...options }: ReadCall & ReadOptions,
): Promise<MemoryRecord | undefined> {
  checkCallOptions(options, ["asOf"]);
  checkText(id, "id", MAX_NAME_LENGTH);
  const { knownAt, validAt } = checkAsOf(options.asOf, "options.asOf");
  const { signal } = options;
  return engine.lifecycle.run(signal, async () => {
    const record = await readAt(engine, { scope, id }, { knownAt, signal });
    return record && (!validAt || isValidAt(record, validAt)) ? record : undefined;
  });
}

/** The value under a key of exactly this scope. */
export async function getValue<T extends JsonValue>(
  engine: Engine,
  key: string | Key<T>,
  { scope, ...options }: ReadCall & ReadOptions,
): Promise<T | undefined> {
  checkCallOptions(options, ["asOf"]);
  const ref = { scope, key: checkKey(keyName(key)) };
  const { knownAt, validAt = engine.clock() } = checkAsOf(options.asOf, "options.asOf");
  const { signal } = options;
  return engine.lifecycle.run(signal, async () => {
    const selection = { within: [scope], reach: "here" } as const;
    const then = await engineAt(engine, { selection, knownAt, search: "none", signal });
    const [record] = await then.store.get([ref], { now: then.clock(), signal });
    if (!record || !isValidAt(record, validAt)) return undefined;
    const value = record.value === undefined ? record.content : record.value;
    return (await storedValue(key, value)) as T;
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
