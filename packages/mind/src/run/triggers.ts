import type { CallOptions } from "@kioku/core";
import { estimateTokens } from "@kioku/core/toolkit";

import type { RunTrigger } from "../api/runs.js";
import type { MindHost } from "../model/mind-host.js";
import type { Turn } from "../model/turn.js";
import type { Progress } from "./progress.js";
import { readWaiting } from "./read-waiting.js";

/** Figures of turns that wait. */
export interface Load {
  readonly messages: number;
  readonly tokens: number;
  /** Sum of ten times their importance. */
  readonly importance: number;
}

/** Load of nothing. */
export const NO_LOAD: Load = { messages: 0, tokens: 0, importance: 0 };

/** Adds a turn to a load. */
export function addToLoad(load: Load, turn: Pick<Turn, "text" | "importance">): Load {
  return {
    messages: load.messages + 1,
    tokens: load.tokens + estimateTokens(turn.text),
    importance: load.importance + turn.importance * 10,
  };
}

/** Returns the first trigger that a load has reached. */
export function reachedTrigger(
  load: Load,
  triggers: MindHost["triggers"],
): Exclude<RunTrigger, "idle"> | undefined {
  if (load.messages >= triggers.messages) return "messages";
  if (load.tokens >= triggers.tokens) return "tokens";
  // Tenths add up to a little less than they should.
  return load.importance >= triggers.importance - 1e-9 ? "importance" : undefined;
}

/** Returns the trigger that asks for a run now; none while a failure is waited for. */
export async function dueTrigger(
  host: MindHost,
  progress: Progress,
  options: CallOptions,
): Promise<RunTrigger | undefined> {
  const now = host.clock().getTime();
  const { retryAt, failures } = progress;
  const canGoOn = failures === 0 || failures >= host.attempts;
  if (!canGoOn && retryAt !== undefined && retryAt.getTime() > now) return undefined;
  const most = Math.min(Math.max(host.triggers.messages, 40), 1000);
  const { turns, hasMore } = await readWaiting(host, progress, { ...options, turns: most });
  let load = NO_LOAD;
  for (const { turn } of turns) {
    load = addToLoad(load, turn);
    const trigger = reachedTrigger(load, host.triggers);
    if (trigger) return trigger;
  }
  if (hasMore) return "messages";
  const newest = Math.max(...turns.map(({ writtenAt }) => writtenAt));
  return turns.length > 0 && now - newest >= host.triggers.idleMs ? "idle" : undefined;
}
