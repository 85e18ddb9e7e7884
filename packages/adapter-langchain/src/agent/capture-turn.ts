import { MemoryError } from "@kioku/core";
import type { Receipt } from "@kioku/core";
import type { BaseMessage } from "@langchain/core/messages";

import { memoryOf } from "../tools/memory-source.js";
import { trustOfTools } from "../tools/turn-trust.js";
import type { AgentRun } from "./agent-run.js";
import type { ResolvedMiddlewareOptions } from "./memory-middleware-options.js";
import { orContinue } from "./or-continue.js";
import { turnInputs } from "./turn-inputs.js";
import { lastTurn } from "./turn.js";

/** Options, and what of the turn is not in its messages. */
export interface CaptureRules extends ResolvedMiddlewareOptions {
  /** The trust of what was recalled in the turn. */
  shownTrust(): Promise<number>;
}

/** Remembers the turn that the messages end with, all or nothing but for what a plugin vetoes. */
export async function captureTurn(
  messages: readonly BaseMessage[],
  run: AgentRun,
  rules: CaptureRules,
): Promise<void> {
  const { threadId, signal } = run;
  const turn = lastTurn(messages);
  if (!turn) return;
  const answerTrust =
    rules.capture === "turn" && turn.answer
      ? Math.min(trustOfTools(messages, rules.trustRules), await rules.shownTrust())
      : undefined;
  const inputs = turnInputs(turn, { answerTrust, threadId });
  if (inputs.length === 0) return;
  const memory = memoryOf(rules.memory, run);
  const actor = `middleware:${rules.name}`;
  const failing = { ...rules, signal };
  const receipts = await orContinue("the turn was not remembered", failing, () =>
    memory.rememberAll(inputs, { actor, signal }),
  );
  await orContinue("some of the turn was not remembered", failing, async () => {
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
