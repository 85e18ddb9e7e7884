import type { Call } from "../command/call.js";
import { memoryFields } from "../show/memory-fields.js";
import { neighbourQuote, quotesLines, sourceQuote } from "../show/quote-lines.js";
import { readNeighbours } from "../show/read-neighbours.js";
import { forecastOf } from "../show/strength.js";
import { oneName, textLines } from "../show/text-lines.js";
import { findMemory, viewOf } from "../wire/find-memory.js";

/**
 * Runs `show`. JSON: `{memory, retrievability, forecast: [{day, retrievability}], sources:
 * [memory], neighbours: {before: [memory], after: [memory]}}`.
 */
export async function run(call: Call): Promise<void> {
  const { args, host, print, signal } = call;
  const { memory: view } = await call.open();
  const memory = await findMemory(view, args[0] ?? "", { signal, reach: "below" });
  const here = viewOf(view, memory.scope);
  const { readSources } = await import("@kioku/mind");
  const [sources, { before, after }] = await Promise.all([
    readSources(here, memory, { signal }),
    readNeighbours(here, memory, signal),
  ]);
  const now = host.clock();
  const { retrievability, days } = forecastOf(memory, now);
  const json = {
    memory,
    retrievability,
    forecast: days,
    sources,
    neighbours: { before, after },
  };
  const thread = oneName(memory.thread ?? "");
  await print.result(json, () => [
    ...textLines(memory.content, { width: print.columns }),
    "",
    ...memoryFields(memory, now, print),
    ...quotesLines("Sources", sources.map(sourceQuote), print),
    ...quotesLines(`Before it in ${thread}`, before.map(neighbourQuote), print),
    ...quotesLines(`After it in ${thread}`, after.map(neighbourQuote), print),
  ]);
}
