import type { ListQuery, Page, MemoryRecord } from "@kioku/core";

import type { Call } from "../command/call.js";
import { hasBelow, selectionOfFlags } from "../command/selection.js";
import { memoryLines } from "../show/memory-lines.js";
import type { LIST_FLAGS } from "../table/recall-commands.js";

type ListCall = Call<typeof LIST_FLAGS>;

const PAGE = 100;
const DEFAULT_LIMIT = 20;

/** Runs `list`. JSON: a line for each memory, and `{cursor}` as the last one if there are more. */
export async function run(call: ListCall): Promise<void> {
  const { flags, host, print, signal } = call;
  const { memory } = await call.open();
  const limit = flags.limit === 0 ? Number.POSITIVE_INFINITY : (flags.limit ?? DEFAULT_LIMIT);
  const now = host.clock();
  let { cursor } = flags;
  let count = 0;
  do {
    const query = { ...queryOf(call), limit: Math.min(limit - count, PAGE), cursor };
    const page: Page<MemoryRecord> = await memory.list(query, { signal });
    for (const record of page.items) {
      const isFirst = count === 0;
      await print.item(record, () => [
        ...(isFirst ? [] : [""]),
        ...memoryLines(record, { print, now, withScope: flags.below }),
      ]);
      count += 1;
    }
    ({ cursor } = page);
  } while (cursor !== undefined && count < limit);
  if (cursor !== undefined && print.isJson) await print.item({ cursor }, () => []);
  if (print.isJson) return;
  if (count === 0) {
    const isBelow = !flags.below && (await hasBelow(memory, signal));
    const hint = isBelow ? "; --below looks in the scopes below" : "";
    await print.note(`There are no such memories here${hint}.`);
  }
  if (cursor !== undefined) await print.note("There are more: --limit 0 shows all.");
}

function queryOf({ flags }: ListCall): ListQuery {
  return {
    ...selectionOfFlags(flags),
    order: flags.reverse ? "asc" : "desc",
  };
}
