import type { Picker } from "../../support/picker.js";
import { hostileText } from "./hostile-texts.js";

/**
 * Error that getters, traps and callbacks of the fuzz throw. It may be a cause; no other error may.
 */
export class HostileError extends Error {
  override readonly name: string = "HostileError";
}

/** Why the signals of the fuzz abort. */
export const ABORTED: HostileError = new HostileError("aborted by the fuzz");

function refuse(): never {
  throw new HostileError("thrown by the fuzz");
}

const NUMBERS: readonly unknown[] = [
  Number.NaN,
  Infinity,
  -Infinity,
  -0,
  0,
  1,
  -1,
  0.1,
  1.5,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  2 ** 53 + 2,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  5e-324,
  1e-310,
  1e21,
  1_001,
  100_001,
  -1e-9,
];

const INSTANTS: readonly number[] = [
  Number.NaN,
  8.64e15,
  -8.64e15,
  0,
  -1,
  253402300800000,
  -62167219200001,
  1e14,
];

const PRIMITIVES: readonly unknown[] = [
  undefined,
  null,
  true,
  false,
  "",
  " ",
  0n,
  2n ** 80n,
  Symbol("x"),
  Symbol.iterator,
];

const NAMES: readonly string[] = [
  ["__proto__", "constructor", "prototype", "toString", "valueOf", "toJSON", "then", "length"],
  ["scope", "$and", "$or", "$not", "$eq", "$in", "$where", "@id", "@content", "@value.a.b"],
  ["a.b.c", "", " ", "a'b", 'a"b', "a]b", "$.a", "a b", "\0", "\uD800", "é", "0", "-1"],
  ["content", "signal"],
].flat();

const DEPTHS = [2, 9, 17, 100, 10_000];

/** A name of a member that means something to some code. */
export function hostileName(picker: Picker): string {
  return picker.one(NAMES);
}

/** Any value that JavaScript has. `depth` bounds how far lists and objects go on by themselves. */
export function hostileValue(picker: Picker, depth = 3): unknown {
  const kinds = depth === 0 ? 4 : 10;
  switch (picker.integer(kinds)) {
    case 0:
      return picker.one(NUMBERS);
    case 1:
      return hostileText(picker);
    case 2:
      return picker.one(PRIMITIVES);
    case 3:
      return new Date(picker.one(INSTANTS));
    case 4:
      return hostileList(picker, depth);
    case 5:
    case 6:
      return hostileObject(picker, depth);
    case 7:
      return nested(picker.one(DEPTHS), picker);
    default:
      return exotic(picker, depth);
  }
}

function hostileList(picker: Picker, depth: number): unknown[] {
  const list = Array.from({ length: picker.integer(4) }, () => hostileValue(picker, depth - 1));
  if (picker.chance(0.2)) list[list.length + picker.integer(5)] = 1;
  if (picker.chance(0.05)) list.push(list);
  if (picker.chance(0.02)) list.length = 200_000;
  return list;
}

function hostileObject(picker: Picker, depth: number): object {
  const object: object = picker.chance(0.2) ? (Object.create(null) as object) : {};
  for (let count = picker.integer(4); count > 0; count -= 1) {
    define(object, hostileName(picker), hostileValue(picker, depth - 1));
  }
  if (picker.chance(0.05)) define(object, "self", object);
  if (picker.chance(0.08)) {
    Object.defineProperty(object, hostileName(picker), {
      enumerable: true,
      configurable: true,
      get: refuse,
    });
  }
  return object;
}

/** Sets an own member, `__proto__` included, as `JSON.parse` does. */
export function define(object: object, name: string, value: unknown): void {
  if (Array.isArray(object) && name === "length") return;
  Object.defineProperty(object, name, {
    enumerable: true,
    configurable: true,
    writable: true,
    value,
  });
}

/** A value inside lists, members or filters inside each other, this deep. */
function nested(depth: number, picker: Picker): unknown {
  const wrap = picker.one<(inner: unknown) => unknown>([
    (inner) => [inner],
    (inner) => ({ a: inner }),
    (inner) => ({ $not: inner }),
    (inner) => ({ $and: [inner] }),
  ]);
  let value: unknown = picker.one([1, {}, [], "x"]);
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

function exotic(picker: Picker, depth: number): unknown {
  const inner = (): object => hostileObject(picker, depth - 1);
  const traps = picker.members(
    {
      get: refuse,
      ownKeys: refuse,
      has: refuse,
      getPrototypeOf: refuse,
      getOwnPropertyDescriptor: refuse,
    },
    0.4,
  );
  const made: readonly (() => unknown)[] = [
    () => refuse,
    () => () => hostileValue(picker, 0),
    () => new Proxy(inner(), traps),
    () => new Proxy([1, "a"], traps),
    () => new Proxy(new Date(0), {}),
    () => Object.create(Date.prototype) as unknown,
    () => new Map([["a", 1]]),
    () => new Set([1]),
    () => Float32Array.of(1, Number.NaN),
    () => new Uint8Array(3),
    () => /a/u,
    () => new Error("an error as a value"),
    () => Promise.resolve(1),
    () => Object(picker.one<unknown>(["a", 1, true, 1n])) as unknown,
    () => ({ toString: refuse, valueOf: refuse, toJSON: refuse }),
    () =>
      new (class Own {
        readonly content = "of a class";
      })(),
    () => AbortSignal.abort(ABORTED),
    () => ({ aborted: false }),
    () => Object.freeze([Object.freeze({})]),
    () => globalThis,
  ];
  return picker.one(made)();
}
