import type { SetOptions } from "../../api/inputs.js";
import { keyName, valueToStore, type Key } from "../../api/key.js";
import { MemoryError } from "../../errors/memory-error.js";
import { unlessAborted } from "../../internal/async/notify.js";
import { checkIfVersion, checkWriteOptions } from "../../internal/check/check-inputs.js";
import { invalidInput } from "../../internal/check/check.js";
import { MAX_CONTENT_LENGTH } from "../../model/limits.js";
import type { JsonValue, MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { checkKey } from "./check-remember-input.js";
import { rememberAll } from "./remember-all.js";

const OPTIONS = "index kind metadata speaker form origin trust importance ttlMs ifVersion".split(
  " ",
);

/** Writes one entry and returns its record. */
export async function setEntry(
  engine: Engine,
  entry: { readonly key: string | Key<JsonValue>; readonly value: JsonValue },
  call: SetOptions & { readonly scope: Scope },
): Promise<MemoryRecord> {
  const { scope, signal, actor, cause, index = true, ifVersion, ...fields } = call;
  checkWriteOptions({ signal, actor, cause, ...fields }, OPTIONS);
  if (typeof index !== "boolean" && typeof index !== "string") {
    throw invalidInput("options.index", "true, false or a text", index);
  }
  checkIfVersion(ifVersion, 0);
  const key = checkKey(keyName(entry.key));
  const value = await unlessAborted(valueToStore(entry.key, entry.value), signal);
  const content = typeof index === "string" ? index : describeEntry(key, value);
  const said = { key, value, content, form: call.form ?? ("statement" as const) };
  const input = { ...fields, ...said, index: index !== false };
  const [receipt] = await rememberAll(engine, [input], {
    scope,
    operation: "set",
    signal,
    actor,
    cause,
    ifVersion,
    defaultKind: "entry",
    rejections: "throw",
  });
  if (receipt && receipt.status !== "rejected") return receipt.record;
  throw new MemoryError("store-failed", "the store gave no receipt for the entry");
}

/** Returns a text that can be found by meaning: `favourite theme: dark`. */
function describeEntry(key: string, value: JsonValue): string {
  const words = key
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .replaceAll(/[\s_./:-]+/gu, " ")
    .trim()
    .toLowerCase();
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `${words === "" ? key : words}: ${text}`.slice(0, MAX_CONTENT_LENGTH);
}
