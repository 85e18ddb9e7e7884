import type { WriteOp } from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";
import { mapOps, omit } from "./break-store.js";
import type { Defect } from "./break-store.js";

const group = "starting spaces";

/** Writes the ops that say what spaces are for after all others. */
function spacesLast(ops: readonly WriteOp[]): readonly WriteOp[] {
  return [...ops.filter(({ op }) => op !== "space"), ...ops.filter(({ op }) => op === "space")];
}

/** Defects in how a space begins. */
export const BROKEN_STARTING_SPACES: readonly Defect[] = [
  {
    name: "starts a space anew that is known",
    group,
    breakStore: (store) =>
      mapOps(store, (op) => (op.op === "space" ? omit(op, "unlessKnown") : op)),
  },
  {
    name: "takes a space for ready that has a vector",
    group,
    breakStore: (store) =>
      replace(store, { write: (ops, options) => store.write(spacesLast(ops), options) }),
  },
  {
    name: "does not let go of a space",
    group,
    breakStore: (store) => replace(store, { dropSpace: () => Promise.resolve(0) }),
  },
];
