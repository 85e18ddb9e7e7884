import type { Operation } from "../../api/events.js";
import type { HookContext } from "../../api/plugin.js";
import type { WriteOptions } from "../../model/call-options.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";

/** Makes the context that all hooks of one call get. */
export function hookContext(
  engine: Engine,
  operation: Operation,
  { scope, signal, actor, cause }: WriteOptions & { readonly scope: Scope },
): HookContext {
  return { scope, operation, at: new Date(engine.clock()), signal, actor, cause };
}
