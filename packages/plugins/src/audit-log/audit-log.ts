import type { HookContext, MemoryHooks, MemoryPlugin, MemoryRecord, Veto } from "@kioku/core";
import type { AfterRecallHook, Extending } from "@kioku/core/toolkit";

import { auditHash, type AuditEntry, type AuditEvent, type AuditHead } from "./audit-entry.js";
import { resolveAuditLogOptions, type AuditLogOptions } from "./audit-log-options.js";
import { EntryChain } from "./entry-chain.js";

/** Extension `memory.auditLog`. */
export interface AuditLog {
  /** Returns the last entries, oldest first, at most `capacity`. */
  entries(): readonly AuditEntry[];
  /** Returns the end of the log. Kept elsewhere, it reveals missing entries at the end. */
  head(): AuditHead;
  /** Returns the number of entries that are not written yet. */
  waiting(): number;
}

/**
 * Creates a plugin that logs each call that wrote, forgot or erased records, and optionally each
 * recall. Entries are chained by hashes, so that `verifyAuditLog` notices changed and missing ones,
 * in the order in which calls were committed. No entry holds the text of a memory or a query.
 * @throws `invalid-input` for an unknown or unusable option.
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
      // The first failure was logged, and waiting entries are kept.
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
  const recall: AfterRecallHook = async (results, _query, context) => {
    const ids = results.map(({ id }) => id);
    await chain.add(eventOf(context, ids));
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
