import { types } from "node:util";

import type { Picker } from "../../support/picker.js";
import { define, hostileName, hostileValue } from "./hostile-values.js";

interface Place {
  readonly holder: object;
  readonly name: string;
}

/** The same arguments with hostile values at some places: mostly one, at times none or several. */
export function mutate(given: readonly unknown[], picker: Picker): readonly unknown[] {
  const copy = [...given].map((argument) => copyPlain(argument));
  const mutations = picker.one([0, 0, 1, 1, 1, 1, 2, 3]);
  for (let count = mutations; count > 0; count -= 1) mutateOnce(copy, picker);
  if (picker.chance(0.02)) copy.length = picker.integer(copy.length + 1);
  if (picker.chance(0.01)) copy.push(hostileValue(picker));
  return copy;
}

function mutateOnce(given: unknown[], picker: Picker): void {
  const { holder, name } = picker.one(placesIn(given));
  const kind = picker.number();
  const inner = memberOf(holder, name);
  if (kind < 0.2 && isPlain(inner)) define(inner, hostileName(picker), hostileValue(picker));
  else if (kind < 0.25 && holder !== given) Reflect.deleteProperty(holder, name);
  else define(holder, name, hostileValue(picker));
}

function placesIn(value: object, depth = 0): Place[] {
  return Object.keys(value)
    .slice(0, 50)
    .flatMap((name) => {
      const inner = memberOf(value, name);
      const deeper = depth < 5 && isPlain(inner) ? placesIn(inner, depth + 1) : [];
      return [{ holder: value, name }, ...deeper];
    });
}

/** Returns the value stored under a name; calls no getter. */
function memberOf(holder: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(holder, name)?.value as unknown;
}

/**
 * Returns true for lists and plain objects; hostile values that were put in before are left alone.
 */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null || types.isProxy(value)) return false;
  if (!Object.isExtensible(value)) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

function copyPlain(value: unknown): unknown {
  if (!isPlain(value)) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => copyPlain(item));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copyPlain(inner)]));
}
