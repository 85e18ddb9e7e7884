import type {
  RecalledMemory,
  RecallQuery,
  MemoryRecord,
  HookContext,
  MemoryHooks,
  MemoryPlugin,
  Veto,
} from "@kioku/core";
import type { Extending } from "@kioku/core/toolkit";

import type { AuditEntry, AuditEvent, AuditHead } from "./audit-entry.js";
import { auditHash } from "./audit-hash.js";
import { resolveAuditLogOptions } from "./audit-log-options.js";
import type { AuditLogOptions } from "./audit-log-options.js";
import { EntryChain } from "./entry-chain.js";

/** What `auditLog` adds to a memory, as `memory.auditLog`. */
export interface AuditLog {
  /** The last entries, oldest first; as many as `capacity` says. */
  entries(): readonly AuditEntry[];
  /** The end of the log. Kept elsewhere, it tells later whether entries are missing at the end. */
  head(): AuditHead;
  /** How many entries could not be written yet. */
  waiting(): number;
}

/**
 * A plugin that says who did what when: an entry for each call that wrote, forgot or erased
 * something, and if asked for each recall. The entries are chained by hashes, so that
 * `verifyAuditLog` notices a changed or missing one. They stand in the order in which their calls
 * were committed and reported. No entry holds the text of a memory or a query.
 * @throws `invalid-input` for an option that is unknown or cannot work.
 */
export function auditLog(
  options: AuditLogOptions = {},
): MemoryPlugin<"auditLog", AuditLog> & Extending<AuditLog> {
  const resolved = resolveAuditLogOptions(options);
  const { key, recalls, onError } = resolved;
  const chain = new EntryChain(resolved);
  const written = new WeakMap<HookContext, MemoryRecord[]>();
  const refuse = async (): Promise<Veto | undefined> => {
    if (chain.waiting === 0) return undefined;
    try {
      await chain.flush();
      return undefined;
    } catch {
      // The logger was told when it failed first, and what waits is kept.
      return { veto: "the audit log cannot be written" };
    }
  };
  const hooks: MemoryHooks = {
    afterRemember: (record, context) => {
      const records = written.get(context) ?? [];
      records.push(record);
      written.set(context, records);
    },
    settled: async (context) => {
      const records = written.get(context);
      if (!records) return;
      const ids = records.map(({ id }) => id);
      const contentHashes = records.map(({ content }) => auditHash(content, key));
      await chain.add({ ...eventOf(context, ids), contentHashes });
    },
    afterForget: (ids, context) => chain.add(eventOf(context, ids)),
  };
  const recall = async (
    results: readonly RecalledMemory[],
    _query: RecallQuery,
    context: HookContext,
  ): Promise<void> => {
    await chain.add(
      eventOf(
        context,
        results.map(({ id }) => id),
      ),
    );
  };
  return {
    id: "auditLog",
    hooks: {
      ...hooks,
      ...(recalls ? { afterRecall: { order: "post", handler: recall } } : {}),
      ...(onError === "refuse"
        ? {
            beforeRemember: { order: "pre", handler: refuse },
            beforeForget: { order: "pre", handler: refuse },
          }
        : {}),
    },
    extend: () => ({
      entries: () => chain.recent,
      head: () => chain.head,
      waiting: () => chain.waiting,
    }),
    close: () => chain.flush(),
  };
}

function eventOf(context: HookContext, ids: readonly string[]): AuditEvent {
  const { at, operation, scope, actor, cause } = context;
  return {
    at: at.toISOString(),
    operation,
    scope,
    ...(actor === undefined ? {} : { actor }),
    ...(cause === undefined ? {} : { cause }),
    count: ids.length,
    ids,
  };
}
