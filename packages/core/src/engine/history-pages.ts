import type { HistoriesRequest, RecordHistory } from "../contracts/history.js";
import { eachPage } from "../contracts/store-helpers.js";
import { chunk } from "../internal/async/chunk.js";
import type { CallOptions } from "../model/call-options.js";
import { MAX_LIMIT } from "../model/limits.js";
import type { Engine } from "./engine.js";

type HistoryPagesRequest = Omit<HistoriesRequest, "cursor" | "limit"> &
  Partial<Pick<HistoriesRequest, "limit">>;

/** Yields histories page by page, of any number of ids. Default `limit`: `MAX_LIMIT`. */
export async function* historyPages(
  { store }: Pick<Engine, "store">,
  request: HistoryPagesRequest,
  { signal }: CallOptions,
): AsyncGenerator<readonly RecordHistory[]> {
  const { ids } = request;
  const parts = ids ? chunk(ids, MAX_LIMIT).map((some) => ({ ids: some })) : [{}];
  for (const part of parts) {
    const ofPart = { limit: MAX_LIMIT, ...request, ...part };
    yield* eachPage((cursor) => store.histories({ ...ofPart, cursor }, { signal }));
  }
}
