import type { Selection } from "../../contracts/search.js";
import { eachPage } from "../../contracts/store-helpers.js";
import type { WriteOp } from "../../contracts/write-op.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import type { WriteOptions } from "../../model/call-options.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { announceForgotten } from "../forget/forget.js";
import { hookContext } from "../hooks/hook-context.js";
import type { Retention } from "../resolve-options.js";
import { writeUnchanged } from "../write/write-unchanged.js";
import { archiving } from "./archive.js";

/** Where a policy is applied. */
export interface RetireCall extends WriteOptions {
  readonly scope: Scope;
}

/**
 * Ends, page by page, what a policy of the memory keeps no longer in one scope, and yields how many
 * records each page had of it.
 */
export async function* retireOld(engine: Engine, call: RetireCall): AsyncGenerator<number> {
  for (const policy of engine.retention) yield* applyPolicy(engine, policy, call);
}

async function* applyPolicy(
  engine: Engine,
  policy: Retention,
  call: RetireCall,
): AsyncGenerator<number> {
  const { scope, signal } = call;
  const selection = toSelection(engine, policy, scope);
  const pages = eachPage((cursor) => {
    const page = { orderBy: "createdAt", order: "asc", limit: MAX_LIMIT, cursor } as const;
    return engine.store.list({ ...selection, ...page }, { signal });
  });
  for await (const records of pages) {
    const toOp = (record: MemoryRecord): WriteOp => ending(engine, record, { policy, call });
    const ended = await writeUnchanged(engine, records, { toOp, signal });
    if (ended.length === 0) continue;
    if (policy.afterwards === "archive") {
      engine.events.emit("archived", { scope, ids: ended.map(({ id }) => id) });
    } else await announceForgotten(engine, ended, hookContext(engine, "sweep", call));
    yield ended.length;
  }
}

/** Whatever is of the kind and old enough, retired records and archived ones included. */
function toSelection(
  engine: Engine,
  { kind, keepMs, afterwards }: Retention,
  scope: Scope,
): Selection {
  const named = engine.retention.map((policy) => policy.kind).filter((one) => one !== "*");
  const until = new Date(engine.clock().getTime() - keepMs);
  const where = parseFilter({
    "@updatedAt": { $lte: until },
    ...(kind === "*" && named.length > 0 ? { "@kind": { $nin: named } } : {}),
  });
  return {
    within: [scope],
    reach: "here",
    ...(kind === "*" ? {} : { kinds: [kind] }),
    where,
    includeArchived: afterwards !== "archive",
  };
}

function ending(
  engine: Engine,
  record: MemoryRecord,
  { policy, call }: { readonly policy: Retention; readonly call: RetireCall },
): WriteOp {
  const { actor, cause } = call;
  const now = engine.clock();
  if (policy.afterwards === "archive") return archiving(record, { now, actor, cause });
  const { scope, id, version: ifVersion } = record;
  const purge = policy.afterwards === "purge";
  return { op: "delete", scope, id, at: now, ifVersion, purge, actor, cause };
}
