import { rememberTurn } from "@kioku/core/toolkit";
import type { BaseMessage } from "@langchain/core/messages";

import { memoryOf } from "../tools/memory-source.js";
import { trustOfTools } from "../tools/turn-trust.js";
import type { AgentRun } from "./agent-run.js";
import type { ResolvedMiddlewareOptions } from "./memory-middleware-options.js";
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
  await rememberTurn(memory, inputs, { ...rules, signal, actor: `middleware:${rules.name}` });
}
