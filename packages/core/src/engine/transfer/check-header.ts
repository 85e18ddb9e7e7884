import type { ExportParts } from "../../api/transfer.js";
import {
  checkBoolean,
  checkMembers,
  checkOneOf,
  invalidInput,
} from "../../internal/check/check.js";

/**
 * Checks the header of an export.
 * @throws `invalid-input` naming the part, what is allowed and what came.
 */
export function checkHeader(line: object, name: string): ExportParts {
  checkMembers(line, name, ["type", "format", "formatVersion", "parts"]);
  const { format, formatVersion, parts } = line as Readonly<Record<string, unknown>>;
  checkOneOf(format, `${name}: format`, ["kioku"]);
  if (formatVersion !== 1) {
    throw invalidInput(
      `${name}: formatVersion`,
      "1, the only one this version reads",
      formatVersion,
    );
  }
  checkMembers(parts, `${name}: parts`, ["reach", "records", "history", "vectors"]);
  const { reach, records, history, vectors } = parts as Readonly<Record<string, unknown>>;
  return {
    reach: checkOneOf(reach, `${name}: parts.reach`, ["here", "below"]),
    records: checkBoolean(records, `${name}: parts.records`),
    history: checkBoolean(history, `${name}: parts.history`),
    vectors: checkBoolean(vectors, `${name}: parts.vectors`),
  };
}
