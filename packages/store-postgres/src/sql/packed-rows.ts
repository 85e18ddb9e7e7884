/** Between values; a text that has it is sent another way. */
const SEPARATOR = "\u001E";

/**
 * The values of rows that a function sent as one text, after how many rows they are; `undefined` if
 * one of them has what is between them.
 * @param width - Number of values of a row.
 */
export function splitPacked(packed: string | null, width: number): readonly string[] | undefined {
  if (packed === null) return [];
  const fields = packed.split(SEPARATOR);
  return fields.length === 1 + Number(fields[0]) * width ? fields : undefined;
}

/** A text, which has a sign before it; `null` if there is none. */
export function packedText(field: string): string | null {
  return field === "" ? null : field.slice(1);
}

/** A number; `null` if there is none. */
export function packedNumber(field: string): number | null {
  return field === "" ? null : Number(field);
}
