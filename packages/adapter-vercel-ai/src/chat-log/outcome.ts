import { MemoryError } from "@kioku/core";
import type { Receipt } from "@kioku/core";

import { factsOf } from "./message-record.js";
import type { LoggedMessage } from "./message-record.js";

/** What became of a message, or of several. */
export interface Outcome {
  /** Another call wrote it meanwhile, and otherwise. */
  readonly isLost: boolean;
  /** The veto of a plugin. */
  readonly refused?: MemoryError | undefined;
}

/** Nothing is left to do. */
export const WRITTEN: Outcome = { isLost: false };
/** It has to be looked at again. */
const LOST: Outcome = { isLost: true };

/** What a receipt says of its message. */
export function readReceipt(receipt: Receipt, message: LoggedMessage | undefined): Outcome {
  if (receipt.status === "rejected") {
    const problem = `a message of the chat was refused by ${receipt.by}: ${receipt.reason}`;
    return { isLost: false, refused: new MemoryError("rejected-by-plugin", problem) };
  }
  const isOther = receipt.status === "duplicate" && factsOf(receipt.record)?.hash !== message?.hash;
  return isOther ? LOST : WRITTEN;
}

/** What a write that may fail came to. */
export async function outcomeOf(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (MemoryError.is(error, "conflict") || MemoryError.is(error, "not-found")) return LOST;
    if (MemoryError.is(error, "rejected-by-plugin")) return { isLost: false, refused: error };
    throw error;
  }
}
