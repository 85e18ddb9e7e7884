import type { Scope } from "@kioku/core";
import { safeProgress } from "@kioku/core/toolkit";

import type { MindSweepOptions, MindSweepReport } from "../api/runs.js";
import { hostAt, type MindHost } from "../model/mind-host.js";
import { surfaceDue } from "../reminders/surface-reminders.js";
import { consolidate } from "./consolidate.js";

/** Scopes of a page. */
const PAGE = 100;

/** Consolidates what is due in a scope and those below, one after the other. */
export async function sweepMinds(
  host: MindHost,
  options: MindSweepOptions = {},
): Promise<MindSweepReport> {
  const { signal, limit = Number.POSITIVE_INFINITY, onProgress } = options;
  const tell = safeProgress(onProgress, host.logger);
  const failures: { readonly scope: Scope; readonly error: unknown }[] = [];
  let [scopes, consolidated, reminders] = [0, 0, 0];
  for await (const scope of eachScope(host, signal)) {
    if (consolidated >= limit) break;
    scopes += 1;
    const one = hostAt(host, scope);
    try {
      const report = await consolidate(one, { ifDue: true, signal });
      if (report.trigger !== "none") consolidated += 1;
      reminders += await surfaceDue(one, { signal });
      tell?.(scopes, report);
    } catch (error) {
      signal?.throwIfAborted();
      failures.push({ scope, error });
    }
  }
  return { scopes, consolidated, reminders, failures };
}

async function* eachScope(
  { memory }: MindHost,
  signal: AbortSignal | undefined,
): AsyncGenerator<Scope> {
  let cursor: string | undefined;
  do {
    const page = await memory.scopes({ limit: PAGE, cursor }, { signal });
    yield* page.items;
    ({ cursor } = page);
  } while (cursor !== undefined);
}
