import type { Operation } from "../../api/events.js";
import type { HookContext, MemoryHooks } from "../../api/plugin.js";
import { MemoryError } from "../../errors/memory-error.js";
import { attempt } from "../../internal/async/notify.js";
import { unlessAborted } from "../../internal/async/unless-aborted.js";
import { describe } from "../../internal/check/check.js";
import type { WriteOptions } from "../../model/call-options.js";
import type { Scope } from "../../model/scope.js";

/** A hook that runs, for errors. */
export interface HookRun {
  readonly name: keyof MemoryHooks;
  readonly plugin: string;
  readonly context: HookContext;
}

/** Awaits a hook until an abort. @throws `plugin-failed`, unless it throws a `MemoryError`. */
export async function runHook<T>(run: HookRun, call: () => T | Promise<T>): Promise<T> {
  const { signal } = run.context;
  try {
    return await unlessAborted(attempt(call), signal);
  } catch (cause) {
    if (MemoryError.is(cause) || (signal?.aborted && cause === signal.reason)) throw cause;
    throw failed(run, "threw", cause);
  }
}

/** @throws `plugin-failed` if the check throws. */
export function checkReturned<T>(run: HookRun, check: () => T): T {
  try {
    return check();
  } catch (cause) {
    const why = MemoryError.is(cause) ? `: ${cause.message}` : "";
    throw failed(run, `returned what cannot be used${why}`, cause);
  }
}

/** Returns the reason of a veto; `undefined` for any other answer. */
export function vetoIn(run: HookRun, returned: unknown): string | undefined {
  if (typeof returned !== "object" || returned === null || !("veto" in returned)) return undefined;
  const { veto } = returned;
  if (typeof veto === "string" && veto.trim() !== "") return veto;
  throw failed(run, `returned a veto without a reason: ${describe(veto)}`);
}

/** Makes the error for a wrong answer of a hook. */
export function wronglyReturned(run: HookRun, allowed: string, returned: unknown): MemoryError {
  return failed(run, `must return ${allowed}, got ${describe(returned)}`);
}

function failed({ name, plugin }: HookRun, what: string, cause?: unknown): MemoryError {
  return new MemoryError("plugin-failed", `${name} of plugin "${plugin}" ${what}`, { cause });
}

/** Makes the context that all hooks of one call get. */
export function hookContext(
  { clock }: { readonly clock: () => Date },
  operation: Operation,
  { scope, signal, actor, cause }: WriteOptions & { readonly scope: Scope },
): HookContext {
  return { scope, operation, at: new Date(clock()), signal, actor, cause };
}
