/** Overwrites everything inside a value, dates, lists and typed arrays included. */
export function damage(value: unknown): void {
  if (value instanceof Date) value.setTime(0);
  else if (value instanceof Float32Array) value.fill(7);
  else if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) damage(member);
    for (const name of Object.keys(value)) Reflect.set(value, name, "damaged");
    if (Array.isArray(value)) value.push("damaged");
  }
}

/** Freezes everything inside a value that can be frozen. */
export function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !(value instanceof Float32Array)) {
    for (const member of Object.values(value)) freeze(member);
    Object.freeze(value);
  }
  return value;
}
