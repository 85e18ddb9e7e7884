import type { Memory, Recalled, RecalledMemory, RecallQuery } from "@kioku/core";

import type { Call } from "../command/call.js";
import { readInput } from "../command/read-input.js";
import { hasBelow, selectionOfFlags } from "../command/selection.js";
import { bar } from "../output/sparkline.js";
import { memoryLines, spaced } from "../show/memory-lines.js";
import { signalLines } from "../show/signal-lines.js";
import type { RECALL_FLAGS } from "../table/recall-commands.js";

type RecallCall = Call<typeof RECALL_FLAGS>;

const BAR_COLUMNS = 4;

/** Runs `recall`. JSON: `{query, memories, notice?}`, with `--explain` also `omitted`. */
export async function run(call: RecallCall): Promise<void> {
  const { host, print, signal } = call;
  const query = await readInput(call.args, host);
  const asked = await queryOf(call, query);
  const { memory } = await call.open();
  const recalled = await memory.recall(asked, { signal });
  const { notice, omitted } = recalled;
  const json = {
    query,
    memories: recalled,
    ...(notice === undefined ? {} : { notice }),
    ...(omitted === undefined
      ? {}
      : {
          omitted: omitted.map((one) => ({ ...one.memory, omittedFor: one.reason })),
        }),
  };
  await print.result(json, () => spaced(withoutRepeats(recalled).map((one) => linesOf(one, call))));
  if (notice !== undefined && !print.isJson) await explainNothing(call, memory, notice);
}

async function queryOf(call: RecallCall, query: string): Promise<RecallQuery> {
  const { flags } = call;
  const { search } = await call.settings();
  return {
    query,
    limit: flags.limit ?? search.defaultLimit,
    minScore: flags.all ? 0 : search.similarityThreshold,
    ...selectionOfFlags(flags),
    includeArchived: flags.archived,
    explain: flags.explain,
  };
}

/** A memory, and others with the same text, such as the fact that was made of a message. */
interface ShownMemory {
  readonly memory: RecalledMemory;
  readonly repeats: readonly string[];
}

function withoutRepeats(memories: readonly RecalledMemory[]): readonly ShownMemory[] {
  const byText = Map.groupBy(memories, ({ content }) => content);
  return Array.from(byText.values(), ([memory, ...rest]) => ({ memory, rest })).flatMap(
    ({ memory, rest }) =>
      memory === undefined ? [] : [{ memory, repeats: rest.map(({ id }) => id) }],
  );
}

function linesOf(
  { memory, repeats }: ShownMemory,
  { print, host, flags }: RecallCall,
): readonly string[] {
  const { relevance, score, signals } = memory;
  const { style } = print;
  const lead = {
    text: `${style.accent(bar(relevance, BAR_COLUMNS).padEnd(BAR_COLUMNS))}  `,
    columns: BAR_COLUMNS + 2,
  };
  const now = host.clock();
  const lines = memoryLines(memory, { print, now, lead, repeats, withScope: flags.below });
  const parts = signals === undefined ? [] : signalLines(signals, score, style);
  return [...lines, ...parts.map((line) => `${" ".repeat(lead.columns)}${line}`)];
}

/** Says why nothing was found, and what might find something. */
async function explainNothing(
  { print, flags, signal }: RecallCall,
  memory: Memory,
  notice: NonNullable<Recalled["notice"]>,
): Promise<void> {
  await print.note(notice.text);
  const isNarrowed = [flags.kind, flags.filter].some(({ length }) => length > 0);
  const tries = [
    ...(notice.code === "not-relevant" && !flags.all ? ["--all shows the nearest ones"] : []),
    ...(isNarrowed || flags.from || flags.to ? ["fewer conditions"] : []),
    ...(flags.archived ? [] : ["--archived looks in what has faded"]),
    ...(flags.below || !(await hasBelow(memory, signal))
      ? []
      : ["--below looks in the scopes below"]),
  ];
  if (tries.length > 0) await print.note(`Try: ${tries.join("; ")}.`);
}
