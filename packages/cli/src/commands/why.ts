import type { MemoryRecord, Revision } from "@kioku/core";
import type { Explanation } from "@kioku/mind";

import type { Call } from "../command/call.js";
import { CliError, EXIT } from "../command/cli-error.js";
import { readInput } from "../command/read-input.js";
import type { Printer } from "../output/printer.js";
import { wrap } from "../output/wrap.js";
import { explanationLines } from "../show/explanation-lines.js";
import { fitLines, readFit } from "../show/fit.js";
import { memoryLines } from "../show/memory-lines.js";
import { quotesLines, sourceQuote } from "../show/quote-lines.js";
import { textLines } from "../show/text-lines.js";
import { versionToJson } from "../show/version-json.js";
import { versionHeading } from "../show/version-lines.js";
import type { WHY_FLAGS } from "../table/recall-commands.js";
import { findMemory, viewOf } from "../wire/find-memory.js";

type WhyCall = Call<typeof WHY_FLAGS>;

/**
 * Runs `why`. JSON of a memory: `{memory, explanation?, sources: [memory], versions: [{version,
 * change, at, actor?, cause?}], fit?: {query, isRecalled, rank?, relevance, score, signals}}`; of a
 * sentence of a portrait: `{explanation}`.
 */
export async function run(call: WhyCall): Promise<void> {
  const name = await readInput(call.args, call.host);
  const memory = await memoryNamed(call, name);
  if (memory === undefined) await explainSentence(call, name);
  else await explainMemory(call, memory);
}

/** Returns the memory of an id or a key; `undefined` for a sentence that is none. */
async function memoryNamed(call: WhyCall, name: string): Promise<MemoryRecord | undefined> {
  const { memory } = await call.open();
  const isSentence = /\s/u.test(name) && !name.startsWith("=");
  if (isSentence) return undefined;
  try {
    return await findMemory(memory, name, { signal: call.signal, reach: "below" });
  } catch (error) {
    // Chinese sentences have no spaces.
    const isName = !(error instanceof CliError) || /^[=\da-f.-]+$/u.test(name);
    if (isName || error.exitCode !== EXIT.notFound) throw error;
    return undefined;
  }
}

async function explainSentence(call: WhyCall, sentence: string): Promise<void> {
  const { print, signal } = call;
  const explanation = await (await (await call.open()).mind()).why(sentence, { signal });
  if (explanation === undefined) {
    throw new CliError("not-found", "no memory and no sentence of a portrait has this text", {
      hint: 'find the memory by "kioku recall", and give its id',
    });
  }
  await print.result({ explanation }, () => [
    ...textLines(explanation.text, { width: print.columns }),
    ...explanationLines(explanation, print),
  ]);
}

async function explainMemory(call: WhyCall, memory: MemoryRecord): Promise<void> {
  const { print, signal, flags, host } = call;
  const opened = await call.open();
  const here = viewOf(opened.memory, memory.scope);
  const mind = viewOf(await opened.mind(), memory.scope);
  const { traceMemory } = await import("@kioku/mind");
  const { sources, versions, explanation } = await traceMemory(mind, memory, { signal });
  const { similarityThreshold: threshold } = (await call.settings()).search;
  const fit =
    flags.query === undefined
      ? undefined
      : await readFit(here, memory, { query: flags.query, threshold, signal });
  const json = {
    memory,
    explanation,
    sources,
    versions: versions.map(versionToJson),
    fit,
  };
  await print.result(json, () => [
    ...memoryLines(memory, { print, now: host.clock(), withScope: true }),
    ...proofLines(explanation, sources, print),
    ...historyLines(versions, host.clock(), print),
    ...(fit === undefined ? [] : fitLines(fit, print)),
  ]);
}

function proofLines(
  explanation: Explanation | undefined,
  sources: readonly MemoryRecord[],
  print: Printer,
): readonly string[] {
  return explanation === undefined
    ? quotesLines("Derived from", sources.map(sourceQuote), print)
    : explanationLines(explanation, print);
}

function historyLines(
  versions: readonly Revision[],
  now: Date,
  { columns, style }: Printer,
): readonly string[] {
  const lines = versions.flatMap((version) =>
    wrap(versionHeading(version, now), columns - 2).map((line) => `  ${line}`),
  );
  return ["", style.strong("History"), ...lines];
}
