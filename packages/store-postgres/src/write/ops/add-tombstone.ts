import { scopeToPath } from "@kioku/core/toolkit";
import type { TombstoneOp, WriteResult } from "@kioku/core/toolkit";

import type { WriteModel } from "../model/write-model.js";

/** Remembers that something was erased. */
export function addTombstone(model: WriteModel, { scope, hash, at }: TombstoneOp): WriteResult {
  return { applied: model.bury({ path: scopeToPath(scope), hash, at: at.getTime() }) };
}
