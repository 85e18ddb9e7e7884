const FIRST_AT = Date.UTC(2025, 0, 1);
const STEP_MS = 30_000;
const DIGITS = 12;

/** Returns the time of writing the record with this number: one every half a minute. */
export function instantOf(index: number): Date {
  return new Date(FIRST_AT + index * STEP_MS);
}

/** An id like those that Kioku makes (UUIDv7), from which `indexOf` reads the number again. */
export function idOf(index: number): string {
  const at = instantOf(index).getTime().toString(16).padStart(DIGITS, "0");
  const tail = Math.imul(index + 1, 0x9e_37_79_b1) >>> 0;
  const hex = tail.toString(16).padStart(DIGITS, "0");
  return `${at.slice(0, 8)}-${at.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex}`;
}

/** The number of the record that has this id. */
export function indexOf(id: string): number {
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return (at - FIRST_AT) / STEP_MS;
}
