import type { JsonObject, JsonValue } from "@kioku/core";

import type { Evidence } from "../model/fact.js";

/** Reads passages with their sources from JSON. */
export function readEvidence(value: JsonValue | undefined): readonly Evidence[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly JsonValue[]).flatMap((one): readonly Evidence[] => {
    const { source, quote } = objectOf(one);
    return typeof source === "string" && typeof quote === "string" ? [{ source, quote }] : [];
  });
}

/** Returns a JSON object, empty for any other value. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : {};
}

/** Returns a text, or another for any other value. */
export function textOf(value: JsonValue | undefined, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}

/** Returns an instant of JSON; `undefined` for any other value. */
export function dateOf(value: JsonValue | undefined): Date | undefined {
  const date = typeof value === "string" ? new Date(value) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** Returns the texts of a JSON list. */
export function textsOf(value: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly JsonValue[]).filter((one) => typeof one === "string");
}
