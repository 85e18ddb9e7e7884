import { isSaidIn } from "./changes.js";
import { checkOperation, textsOf } from "./check-operation.js";
import type { CheckedOperation, KindOperation, KindRefusal, ManagerView } from "./manager-view.js";

/** Operations that stand the checks, and why the others do not. */
export interface CheckedOperations {
  readonly operations: readonly CheckedOperation[];
  readonly refused: readonly KindRefusal[];
}

/** Checks operations against their turns, what is there, and each other. Never throws. */
export function checkOperations(
  given: readonly KindOperation[],
  view: ManagerView,
): CheckedOperations {
  const operations: CheckedOperation[] = [];
  const refused: KindRefusal[] = [];
  for (const operation of given) {
    const checked = checkOperation(operation, view);
    const problem = typeof checked === "string" ? checked : addOperation(operations, checked, view);
    if (problem) refused.push(problem);
  }
  return { operations, refused };
}

/** Adds an operation to those before it, or returns why it cannot be. */
function addOperation(
  operations: CheckedOperation[],
  next: CheckedOperation,
  view: ManagerView,
): KindRefusal | undefined {
  if (operations.some((other) => saysSame(next, other, view))) return "duplicate";
  const at = operations.findIndex((other) => hasSameTarget(next, other));
  const before = operations[at];
  if (!before) {
    operations.push(next);
    return undefined;
  }
  if (before.op !== "append" || next.op !== "append") return "target-taken";
  const text = `${textOf(before, view)}\n${textOf(next, view)}`;
  const block = view.held.get(next.targets[0] ?? "");
  if (block && block.text.length + text.length >= (block.limit ?? 0)) return "block-full";
  const turns = [...new Set([...before.turns, ...next.turns])];
  operations[at] = { ...before, turns, fields: { ...before.fields, text } };
  return undefined;
}

function hasSameTarget({ targets }: CheckedOperation, other: CheckedOperation): boolean {
  return targets.some((id) => other.targets.includes(id));
}

/** Tests if an operation adds nothing to another one. */
function saysSame(next: CheckedOperation, other: CheckedOperation, view: ManagerView): boolean {
  const { kind } = view.manager;
  if (kind === "knowledge_vault")
    return next.fields["secret_value"] === other.fields["secret_value"];
  if (kind === "resource") return next.turns.every((turn) => other.turns.includes(turn));
  return isSaidIn(textOf(other, view), textOf(next, view), view);
}

function textOf({ fields }: CheckedOperation, { manager }: ManagerView): string {
  return textsOf(fields, manager, "proven").join("\n");
}
