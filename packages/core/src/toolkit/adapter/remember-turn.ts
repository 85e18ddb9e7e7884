import type { Receipt, RememberInput } from "../../api/inputs.js";
import type { Memory } from "../../api/memory.js";
import { MemoryError } from "../../errors/memory-error.js";
import { orContinue } from "./or-continue.js";
import type { FailureRules } from "./or-continue.js";

/** How what was said in a turn is remembered. */
export interface RememberTurnOptions extends FailureRules {
  /** Who remembers it, for the history of the records. */
  readonly actor: string;
}

/**
 * Remembers what was said in a turn, all or nothing but for what a plugin vetoes, which is a
 * failure like any other.
 */
export async function rememberTurn(
  memory: Memory,
  inputs: readonly RememberInput[],
  options: RememberTurnOptions,
): Promise<void> {
  if (inputs.length === 0) return;
  const { actor, signal } = options;
  const receipts = await orContinue("the turn was not remembered", options, () =>
    memory.rememberAll(inputs, { actor, signal }),
  );
  await orContinue("some of the turn was not remembered", options, async () => {
    for (const receipt of receipts ?? []) refuseVeto(receipt);
  });
}

function refuseVeto(receipt: Receipt): void {
  if (receipt.status !== "rejected") return;
  throw new MemoryError(
    "rejected-by-plugin",
    `plugin ${receipt.by} rejected a message of the turn: ${receipt.reason}`,
  );
}
