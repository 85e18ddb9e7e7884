const SEPARATOR = "\u001E";

/** Splits rows of `width` values; `undefined` if a value contains the separator. */
export function splitPacked(packed: string | null, width: number): readonly string[] | undefined {
  if (packed === null) return [];
  const fields = packed.split(SEPARATOR);
  return fields.length === 1 + Number(fields[0]) * width ? fields : undefined;
}

/** Parses a text, which is prefixed; `null` if there is none. */
export function packedText(field: string): string | null {
  return field === "" ? null : field.slice(1);
}

/** Parses a number; `null` if there is none. */
export function packedNumber(field: string): number | null {
  return field === "" ? null : Number(field);
}
