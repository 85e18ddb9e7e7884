import type { StandardSchemaV1 } from "@standard-schema/spec";

import { MemoryError } from "../../errors/memory-error.js";
import { invalidInput, wrongInput } from "./check.js";

const MAX_PLACES = 5;
/** Names of members that may be shown; others may be data. */
const NAME = /^[A-Za-z_$][\w$]{0,31}$/u;

/** Refuses anything but a Standard Schema. */
export function checkSchema(schema: unknown, name: string): void {
  // Schemas of some libraries are functions.
  const isObject = (typeof schema === "object" || typeof schema === "function") && schema !== null;
  const standard: unknown = isObject && "~standard" in schema ? schema["~standard"] : undefined;
  const isStandard =
    typeof standard === "object" &&
    standard !== null &&
    "validate" in standard &&
    typeof standard.validate === "function";
  if (!isStandard) throw invalidInput(name, "a Standard Schema", schema);
}

/** Validates a value for `subject`. @throws `invalid-input` if the schema itself fails. */
export async function validateBySchema<T>(
  schema: StandardSchemaV1<unknown, T>,
  value: unknown,
  subject: string,
): Promise<StandardSchemaV1.Result<T>> {
  let result: unknown;
  try {
    result = await schema["~standard"].validate(value);
  } catch (cause) {
    throw new MemoryError("invalid-input", `schema of ${subject} threw`, { cause });
  }
  if (typeof result === "object" && result !== null) {
    if ("issues" in result && Array.isArray(result.issues)) {
      return { issues: result.issues as StandardSchemaV1.Issue[] };
    }
    if ("value" in result) return { value: result.value as T };
  }
  throw wrongInput(`schema of ${subject} returned neither a value nor issues`);
}

/** Returns the paths of issues. Their messages are left out, since they may quote a memory. */
export function issuePaths(issues: readonly StandardSchemaV1.Issue[]): string {
  const places = new Set(
    issues.map(({ path = [] }) =>
      path.map((part) => placeOf(typeof part === "object" ? part.key : part)).join(""),
    ),
  );
  const named = [...places].filter((place) => place !== "").slice(0, MAX_PLACES);
  return named.length === 0 ? "" : ` at ${named.join(", ")}`;
}

function placeOf(key: PropertyKey): string {
  if (typeof key === "number") return `[${key}]`;
  return typeof key === "string" && NAME.test(key) ? `.${key}` : "[…]";
}
