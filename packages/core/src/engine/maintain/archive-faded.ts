import { eachPage } from "../../contracts/store-helpers.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import type { WriteOptions } from "../../model/call-options.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { Scope } from "../../model/scope.js";
import { hasFaded } from "../../ranking/fading.js";
import type { Engine } from "../engine.js";
import { recallable } from "../read/recallable.js";
import { writeUnchanged } from "../write/write-unchanged.js";
import { archiving } from "./archive.js";

/**
 * What fading can put aside. Entries are kept up by writing their key again, so that they do not
 * fade.
 */
const CAN_FADE = parseFilter({ "@pinned": false, "@key": { $exists: false } });

/** Below which probability of recall a memory of this scope is archived. */
export interface FadedCall extends WriteOptions {
  readonly scope: Scope;
  readonly below: number;
}

/**
 * Archives, page by page, what has faded in one scope, and yields how many records each page had of
 * it.
 */
export async function* archiveFaded(engine: Engine, call: FadedCall): AsyncGenerator<number> {
  const { scope, below, signal, actor, cause } = call;
  const pages = eachPage((cursor) => {
    const where = { within: [scope], reach: "here", where: CAN_FADE } as const;
    const page = { orderBy: "createdAt", order: "asc", limit: MAX_LIMIT, cursor } as const;
    return engine.store.list({ ...recallable(where, engine.clock()), ...page }, { signal });
  });
  for await (const records of pages) {
    const now = engine.clock();
    const faded = records.filter((record) => hasFaded(record, now, below));
    const archived = await writeUnchanged(engine, faded, {
      toOp: (record) => archiving(record, { now: engine.clock(), actor, cause }),
      signal,
    });
    if (archived.length === 0) continue;
    engine.events.emit("archived", { scope, ids: archived.map(({ id }) => id) });
    yield archived.length;
  }
}
