import type { CallOptions } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";
import type { DeleteOp, RestoreOp, WriteOp, WriteResult } from "@kioku/core/toolkit";

import { lockRegistry } from "../sql/locks.js";
import type { StoreSession } from "../store-session.js";
import { addRecord } from "./add-record.js";
import { applyOps } from "./apply-ops.js";
import { sendStatements } from "./flush/chunks.js";
import { flushStatements } from "./flush/flush-statements.js";
import { registerSpaces } from "./flush/register-spaces.js";
import { loadModel } from "./load/load-model.js";
import { wantedBy } from "./load/wanted.js";
import { forgetScopes } from "./remove-selected.js";

/**
 * Applies the ops, all or nothing, in two round trips: lock and read, then write and commit. One
 * record that is new takes a single one.
 */
export async function writeBatch(
  session: StoreSession,
  ops: readonly WriteOp[],
  options?: CallOptions,
): Promise<readonly WriteResult[]> {
  const added = await addRecord(session, ops, options);
  if (added) return [added];
  const wanted = wantedBy(ops);
  const touched = {
    access: wanted.paths,
    lock: wanted.paths,
    spaces: [...wanted.vectorSpaces],
  };
  return session.write(options, touched, async (context) => {
    const locked = wanted.changesSpaces ? lockRegistry(context) : undefined;
    const [model] = await Promise.all([loadModel(context, wanted), locked]);
    const results = applyOps(model, ops);
    await registerSpaces(context, model.spaces, wanted.changesSpaces);
    await sendStatements(context.channel, flushStatements(context, model));
    const purged = ops.flatMap((op) => (leavesNothing(op) ? scopeToPath(op.scope) : []));
    forgetScopes(
      context,
      [...new Set(purged)].map((path) => ({ path, below: false })),
    );
    return results;
  });
}

/** True for ops that may take the last trace of a scope. */
function leavesNothing(op: WriteOp): op is DeleteOp | RestoreOp {
  return (
    (op.op === "delete" && op.purge === true) || (op.op === "restore" && op.revisions.length === 0)
  );
}
