import { Script } from "node:vm";

import { invalidInput } from "@kioku/core/toolkit";

import { errorCopies } from "./error-copies.js";
import { generatorParts } from "./generator-parts.js";
import { workerMain } from "./worker-main.js";

/**
 * Returns an expression of the function that a worker calls, made of its source text.
 * @throws `invalid-input` for a class, and a function without a source text of its own.
 */
export function runSource(run: unknown, name: string): string {
  const text = Function.prototype.toString.call(run);
  // A method is written without `function`, so it needs an object around it.
  const forms = [`(${text}\n)`, `Object.values({${text}\n})[0]`];
  const found = /^class\b/u.test(text) ? undefined : forms.find(compiles);
  if (found !== undefined) return found;
  throw invalidInput(name, "a function whose source text a worker can run, as it is isolated");
}

/** Returns the code of a worker that calls the function. */
export function workerCode(run: unknown): string {
  return `"use strict";
// Some compilers name functions with a helper of theirs.
globalThis.__name ??= (named) => named;
(${workerMain.toString()})(
  require("node:worker_threads"),
  () => ${runSource(run, "run")},
  { partsOf: ${generatorParts.toString()}, errorCopies: ${errorCopies.toString()} },
);`;
}

function compiles(code: string): boolean {
  try {
    return new Script(`"use strict";${code}`) instanceof Script;
  } catch {
    return false;
  }
}
