import { MemoryError, type JsonValue } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";

import type { CallableSkills } from "./callable-skills.js";
import type { SkillToolCall } from "./skill-tool.js";

/** Types that JSON refuses or drops. */
const NOT_JSON: ReadonlySet<string> = new Set(["bigint", "function", "symbol"]);

/** Functions whose calls return generators. */
const GENERATORS: ReadonlySet<string> = new Set([
  "[object AsyncGeneratorFunction]",
  "[object GeneratorFunction]",
]);

/** Runs a skill for a host: its output, or the parts of it if `run` is a generator. */
export function skillOutput(
  runtime: CallableSkills,
  { name, run }: AnySkill,
  { input, memory, signal }: SkillToolCall & { readonly input: JsonValue },
): Promise<unknown> | AsyncIterable<unknown> {
  const options = { signal, ...(memory ? { memory } : {}) };
  if (GENERATORS.has(Object.prototype.toString.call(run))) {
    return shownParts(name, runtime.stream(name, input, options));
  }
  return runtime.run(name, input, options).then((output) => shown(name, output));
}

async function* shownParts(name: string, parts: AsyncIterable<unknown>): AsyncGenerator {
  for await (const part of parts) yield shown(name, part);
}

/**
 * Returns an output with `null` for none. Refuses one that has no JSON form: a message with it
 * fails every later turn.
 */
function shown(name: string, output: unknown): unknown {
  if (output === undefined) return null;
  try {
    JSON.stringify(output, (_, value: unknown) => {
      if (!NOT_JSON.has(typeof value)) return value;
      throw new TypeError(`JSON has no ${typeof value}`);
    });
    return output;
  } catch (error) {
    const problem = `skill "${name}" returned what no message can hold`;
    const message = `${problem}: a bigint, a function, a symbol or a cycle`;
    throw new MemoryError("skill-failed", message, { cause: error });
  }
}
