import type {
  CompleteStore,
  DeleteOptions,
  Selection,
  StrengthUpdate,
  WriteOp,
} from "@kioku/core/toolkit";

/** What the log holds: every way in which a store changes. */
export type Operation =
  | { readonly type: "write"; readonly ops: readonly WriteOp[] }
  | { readonly type: "delete"; readonly selection: Selection; readonly options: DeleteOptions }
  | { readonly type: "strengthen"; readonly updates: readonly StrengthUpdate[] }
  | { readonly type: "sweep"; readonly now: Date }
  | { readonly type: "dropSpace"; readonly space: string };

/** Does what the operation says, and answers what the store answers. */
export async function apply(store: CompleteStore, operation: Operation): Promise<unknown> {
  switch (operation.type) {
    case "write":
      return store.write(operation.ops);
    case "delete":
      return store.deleteWhere(operation.selection, operation.options);
    case "strengthen":
      return store.strengthen(operation.updates);
    case "sweep":
      return store.sweep(operation.now);
    case "dropSpace":
      return store.dropSpace(operation.space);
    default:
      throw new TypeError("the log holds an operation that is not known");
  }
}
