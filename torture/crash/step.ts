import { createHash } from "node:crypto";

import type { Scope } from "@kioku/core";
import type { CompleteStore, StrengthUpdate, WriteOp } from "@kioku/core/toolkit";

import { canonicalJson } from "./canonical-json.ts";

/** One transaction of a store. */
export type Step = WriteStep | StrengthenStep | DeleteStep | ScrubStep;

/** A batch. */
interface WriteStep {
  readonly type: "write";
  readonly ops: readonly WriteOp[];
}

/** New strengths of several records. */
interface StrengthenStep {
  readonly type: "strengthen";
  readonly updates: readonly StrengthUpdate[];
}

/** A deletion of all records of one kind in a scope. */
interface DeleteStep {
  readonly type: "delete";
  readonly scope: Scope;
  readonly kind: string;
  readonly at: Date;
}

/** A step that rewrites the file and changes nothing. */
interface ScrubStep {
  readonly type: "scrub";
}

/** Does it. */
export async function performStep(store: CompleteStore, step: Step): Promise<void> {
  switch (step.type) {
    case "write":
      await store.write(step.ops);
      return;
    case "strengthen":
      await store.strengthen(step.updates);
      return;
    case "delete": {
      const { scope, kind, at } = step;
      const selection = { within: [scope], reach: "here", kinds: [kind] } as const;
      await store.deleteWhere(selection, { at, actor: "keeper" });
      return;
    }
    case "scrub":
      await store.scrub();
      return;
    default:
      step satisfies never;
  }
}

/** Counts the changes of a step. */
export function sizeOf(step: Step): number {
  if (step.type === "write") return step.ops.length;
  return step.type === "strengthen" ? step.updates.length : 1;
}

/**
 * A hash of everything that a step writes, so that writer and reader know that they speak of the
 * same.
 */
export function digestOf(step: Step): string {
  return createHash("sha256").update(canonicalJson(step)).digest("hex").slice(0, 16);
}
