import type { Memory, RememberInput } from "@kioku/core";
import { redaction } from "@kioku/plugins";

import type { ProjectMemory } from "./open-project.js";
import type { HookInput } from "./read-hook-input.js";
import { readTranscript, type Turn } from "./read-transcript.js";

/** Turns that are written at once. */
const BATCH = 32;
/** Newest turns of a thread to look at for where the last call ended. */
const SEEN = 200;

/** Result of `sessionEnd`. */
export interface KeptSession {
  /** Turns that were new and are remembered now. */
  readonly kept: number;
  /** Turns that were left for want of time. */
  readonly left: number;
}

/**
 * Remembers the turns of a session in a thread of its id. A further call for the same session goes
 * on where the last one ended. Secrets are replaced before anything is written.
 */
export async function sessionEnd(
  { scope, project }: ProjectMemory,
  { session, transcript }: HookInput,
  call: { readonly signal: AbortSignal; readonly clock: () => Date },
): Promise<KeptSession> {
  const { signal } = call;
  if (session === undefined || transcript === undefined) return { kept: 0, left: 0 };
  const thread = session.slice(0, 100);
  const all = await readTranscript(transcript, signal);
  const seen = await seenTurns(project, thread, signal);
  const turns = all.slice(all.findLastIndex(({ id }) => seen.has(id)) + 1);
  const redact = redactorOf({ scope, at: call.clock() });
  let kept = 0;
  try {
    for (; kept < turns.length; kept += BATCH) {
      const inputs = turns.slice(kept, kept + BATCH).map((turn) => toInput(turn, thread));
      const clean = (await Promise.all(inputs.map(redact))).filter((one) => one !== undefined);
      await project.rememberAll(clean, { signal, cause: "session-end" });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return { kept: Math.min(kept, turns.length), left: Math.max(0, turns.length - kept) };
}

async function seenTurns(
  memory: Memory,
  thread: string,
  signal: AbortSignal,
): Promise<ReadonlySet<unknown>> {
  const query = { filter: { "@thread": thread }, orderBy: "createdAt", order: "desc" } as const;
  const { items } = await memory.list({ ...query, limit: SEEN, includeArchived: true }, { signal });
  return new Set(items.map(({ metadata }) => metadata["turn"]));
}

function toInput({ id, origin, text, at }: Turn, thread: string): RememberInput {
  return {
    content: text,
    kind: "message",
    thread,
    origin,
    occurredAt: at,
    metadata: { turn: id },
    idempotencyKey: `${thread}:${id}`,
  };
}

type Redact = (input: RememberInput) => Promise<RememberInput | undefined>;

/** Returns what replaces secrets in an input, or leaves the input out. */
function redactorOf(of: { readonly scope: readonly string[]; readonly at: Date }): Redact {
  const hook = redaction().hooks?.beforeRemember;
  const handler = typeof hook === "function" ? hook : hook?.handler;
  return async (input) => {
    const clean = await handler?.(input, { ...of, operation: "remember" });
    if (clean === undefined) return input;
    return "veto" in clean ? undefined : clean;
  };
}
