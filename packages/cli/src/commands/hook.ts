import { unlessAborted } from "@kioku/core/toolkit";

import type { Call } from "../command/call.js";
import { counted } from "../output/numbers.js";
import { shown } from "../output/shown.js";
import { openProject, type ProjectMemory } from "./hook/open-project.js";
import { type HookInput, readHookInput } from "./hook/read-hook-input.js";
import { sessionStart } from "./hook/session-start.js";

/**
 * Milliseconds that a hook may take. Agents wait for it, and Claude Code gives all hooks at the end
 * of a session 1500 together (2.1.74), unless `CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS` is set.
 */
const LIMIT_MS = 1200;
/** Milliseconds more for work to notice that the time is up. */
const GRACE_MS = 100;
/** Most that `KIOKU_HOOK_MS` may allow. */
const MOST_MS = 600_000;

/** Runs `hook`. Never fails: what goes wrong is a note, and the agent goes on. */
export async function run(call: Call): Promise<void> {
  const given = Number(call.host.env["KIOKU_HOOK_MS"]);
  const limitMs = given > 0 && given <= MOST_MS ? given : LIMIT_MS;
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(limitMs)]);
  const end = AbortSignal.any([call.signal, AbortSignal.timeout(limitMs + GRACE_MS)]);
  let memory: ProjectMemory | undefined;
  const work = async (): Promise<string> => {
    const input = await readHookInput(call.host.stdin);
    signal.throwIfAborted();
    memory = await openProject(call, { folder: input.folder });
    return call.args[0] === "session-start"
      ? sessionStart(memory, input.format, { signal })
      : endOf(call, { memory, input, signal });
  };
  try {
    const text = await unlessAborted(work(), end);
    if (text !== "") await call.print.raw(text);
    if (memory !== undefined) await unlessAborted(memory.close(), end);
  } catch (error) {
    await call.print.note(shown(`kioku hook: ${reasonOf(error, limitMs)}`));
    // Nobody waits for them any more.
    call.host.stdin.destroy();
    void memory?.close().catch(() => undefined);
  }
}

function reasonOf(error: unknown, limitMs: number): string {
  if (!(error instanceof Error)) return String(error);
  return /^(?:Abort|Timeout)Error$/u.test(error.name)
    ? `it took longer than ${limitMs} ms`
    : error.message;
}

interface Ending {
  readonly memory: ProjectMemory;
  readonly input: HookInput;
  readonly signal: AbortSignal;
}

async function endOf({ host, print }: Call, { memory, input, signal }: Ending): Promise<string> {
  // Loaded only here: the start of a session has no time for it.
  const { sessionEnd } = await import("./hook/session-end.js");
  const { kept, left } = await sessionEnd(memory, input, { signal, clock: host.clock });
  if (kept > 0) await print.note(`Remembered ${counted(kept, "turn")}`);
  if (left > 0) await print.note(`Left out ${counted(left, "turn")} for want of time`);
  return "";
}
