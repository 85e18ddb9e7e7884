import type { GateView } from "../../gate/gate-view.js";
import type { Evidence } from "../../model/fact.js";
import type { RefusalReason } from "../../model/operation.js";
import type { Turn } from "../../model/turn.js";
import type { Manager, ManagerOp } from "./manager.js";

/** Values of the arguments of an operation. */
export type OperationFields = Readonly<Record<string, string | readonly string[]>>;

/** Operation that a manager proposes. Nothing is written before the gate has passed it. */
export interface KindOperation {
  readonly op: ManagerOp;
  /** Turns that prove it, with verbatim quotes. */
  readonly evidence: readonly Evidence[];
  /** Ids of the items that it changes, each once. */
  readonly targets: readonly string[];
  readonly fields: OperationFields;
}

/** Reasons why an operation is refused. */
export type KindRefusal =
  | RefusalReason
  /** It holds a password, key or the like, which only the vault takes. */
  | "secret"
  /** Repeats what is there already. */
  | "duplicate"
  /** The core block is too full to append to, or not full enough to be shortened. */
  | "block-full";

/** Item or block that holds, as the checks see it. */
export interface HeldItem {
  /** Id of its record; of a block its label. */
  readonly id: string;
  /** Name, title, caption or summary. */
  readonly name: string;
  /** All of it that is searched; of a block its text. */
  readonly text: string;
  readonly isTrusted: boolean;
  /** Version of its record; 0 for a block without one. */
  readonly version: number;
  /** Most characters, if it is a block. */
  readonly limit?: number;
}

/** Turns of a batch, and what one kind holds, for the checks. */
export interface ManagerView {
  readonly manager: Manager;
  readonly gate: GateView;
  /** By id. */
  readonly held: ReadonlyMap<string, HeldItem>;
}

/** Operation that the checks have passed. */
export interface CheckedOperation extends Pick<KindOperation, "op" | "targets" | "fields"> {
  /** Turns that prove it, at least one unless it only shortens a block. */
  readonly turns: readonly Turn[];
}
