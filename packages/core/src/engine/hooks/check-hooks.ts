import { checkFunction, checkMembers, checkOneOf } from "../../internal/check/check.js";
import { HOOKS } from "./collect-hooks.js";

/**
 * Refuses hooks that are unknown, no functions, or of an unknown order.
 * @throws `invalid-input` naming the hook, what is allowed and what came.
 */
export function checkHooks(hooks: unknown, name: string): void {
  if (hooks === undefined) return;
  checkMembers(hooks, name, HOOKS);
  for (const [hook, value] of Object.entries(hooks as object)) {
    if (value !== undefined) checkHook(value, `${name}.${hook}`);
  }
}

function checkHook(hook: unknown, name: string): void {
  if (typeof hook !== "object") {
    checkFunction(hook, name);
    return;
  }
  checkMembers(hook, name, ["order", "handler"]);
  const { order, handler } = hook as Readonly<Record<string, unknown>>;
  if (order !== undefined) checkOneOf(order, `${name}.order`, ["pre", "post"]);
  checkFunction(handler, `${name}.handler`);
}
