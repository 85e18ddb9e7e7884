import { MemoryError } from "../../errors/memory-error.js";

/** Returns the time of a `Date`, NaN if invalid; `undefined` for all else, even proxies. */
export function timeOf(value: unknown): number | undefined {
  if (!(value instanceof Date)) return undefined;
  try {
    return Date.prototype.getTime.call(value);
  } catch {
    return undefined;
  }
}

/** Makes the error for a wrong value. */
export function invalidInput(
  name: string,
  allowed: string,
  value?: unknown,
): MemoryError<"invalid-input"> {
  const got = arguments.length < 3 ? "" : `, got ${describe(value)}`;
  return wrongInput(`${name} must be ${allowed}${got}`);
}

/** Makes the error for input that is wrong in another way. */
export function wrongInput(message: string): MemoryError<"invalid-input"> {
  return new MemoryError("invalid-input", message);
}

/** Describes a value in a few characters. Long text is not quoted: it may be a memory. */
export function describe(value: unknown): string {
  if (typeof value === "string") {
    return value.length <= 40 ? JSON.stringify(value) : `a string of ${value.length} characters`;
  }
  const time = timeOf(value);
  if (time !== undefined) return Number.isNaN(time) ? "an invalid Date" : "a Date";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "bigint") return `${value}n`;
  return typeof value === "function" ? "a function" : String(value);
}

/** Returns true for an object that `for await` can go through. */
export function isIterable(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  if (typeof value !== "object" || value === null) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

/** Refuses anything but an object that is no list. */
export function checkObject(value: unknown, name: string): asserts value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidInput(name, "an object", value);
  }
}

/** Refuses anything but a list; `expected` says of what. */
export function checkList(value: unknown, name: string, expected: string): void {
  if (!Array.isArray(value)) throw invalidInput(name, expected, value);
}

/** Refuses anything but an object with known members, so that misspelt options are noticed. */
export function checkMembers(value: unknown, name: string, allowed: readonly string[]): void {
  checkObject(value, name);
  for (const member of Object.keys(value)) {
    if (!allowed.includes(member)) {
      throw wrongInput(`${name} has no option ${describe(member)}; it takes ${allowed.join(", ")}`);
    }
  }
}

/** Refuses anything but a visible string of at most `maxLength` UTF-16 units. */
export function checkText(value: unknown, name: string, maxLength: number): string {
  if (typeof value !== "string") throw invalidInput(name, "a string", value);
  if (value.length > maxLength) {
    throw invalidInput(name, `at most ${maxLength} characters long`, value);
  }
  if (value.trim() === "") throw invalidInput(name, "text that is not blank", value);
  return value;
}

/** The limits of a number. */
export interface NumberLimits {
  /** At least this. */
  readonly min?: number;
  /** At most this. */
  readonly max?: number;
  /** Greater than this. */
  readonly above?: number;
  /** Whole numbers only. */
  readonly integer?: boolean;
}

/** Refuses anything but a finite number within the limits. */
export function checkNumber(value: unknown, name: string, limits: NumberLimits): number {
  const { min = -Infinity, max = Infinity, above = -Infinity, integer = false } = limits;
  const fits =
    typeof value === "number" &&
    Number.isFinite(value) &&
    value >= min &&
    value <= max &&
    value > above &&
    (!integer || Number.isInteger(value));
  if (fits) return value;
  const range = [
    limits.min === undefined ? "" : `at least ${limits.min}`,
    limits.above === undefined ? "" : `more than ${limits.above}`,
    limits.max === undefined ? "" : `at most ${limits.max}`,
  ].filter((part) => part !== "");
  const what = integer ? "a whole number" : "a finite number";
  throw invalidInput(name, `${what} ${range.join(" and ")}`.trim(), value);
}

/** Refuses anything but one of the strings allowed. */
export function checkOneOf<T extends string>(value: unknown, name: string, list: readonly T[]): T {
  const found = list.find((one) => one === value);
  if (found === undefined) throw invalidInput(name, `one of ${list.join(", ")}`, value);
  return found;
}

/** Refuses anything but `true` and `false`. */
export function checkBoolean(value: unknown, name: string): boolean {
  if (typeof value !== "boolean") throw invalidInput(name, "true or false", value);
  return value;
}

/** Refuses anything but a function. */
export function checkFunction(value: unknown, name: string): void {
  if (typeof value !== "function") throw invalidInput(name, "a function", value);
}

/** Refuses anything but an object that has these methods. */
export function checkMethods(value: unknown, name: string, methods: readonly string[]): void {
  if (typeof value !== "object" || value === null) throw invalidInput(name, "an object", value);
  for (const method of methods) {
    checkFunction((value as Readonly<Record<string, unknown>>)[method], `${name}.${method}`);
  }
}

/** Refuses anything but a valid `Date`; returns a copy. */
export function checkInstant(value: unknown, name: string): Date {
  const time = timeOf(value);
  if (time === undefined || Number.isNaN(time)) throw invalidInput(name, "a valid Date", value);
  return new Date(time);
}

/** Refuses anything but a list of strings that are not blank. */
export function checkTexts(value: unknown, name: string, maxLength: number): readonly string[] {
  if (!Array.isArray(value)) throw invalidInput(name, "a list of strings", value);
  // Not `map`, which passes over holes.
  return Array.from(value, (item, index) => checkText(item, `${name}[${index}]`, maxLength));
}
