import { checkBoolean, checkMembers, checkOneOf, checkText } from "../../check/check.js";
import { invalidInput } from "../../check/invalid-input.js";
import { parseFilter } from "../../check/parse-filter.js";
import { MemoryError } from "../../errors/memory-error.js";
import type { WriteOptions } from "../../model/call-options.js";
import { scopeToPath } from "../../model/scope-path.js";
import type { Scope } from "../../model/scope.js";
import type { RecordRef } from "../../store/memory-store.js";
import type { Selection } from "../../store/selection.js";
import type { RecordId } from "../../store/write-op.js";
import { checkWriteOptions } from "../check-call-options.js";
import type { Engine } from "../engine.js";
import type { ForgetOptions, ForgetTarget } from "../inputs.js";
import { MAX_NAME_LENGTH } from "../limits.js";
import { checkKey } from "./check-remember-input.js";

/** What a target means for the store. */
type Aim =
  | { readonly type: "one"; readonly ref: RecordRef }
  | { readonly type: "many"; readonly selection: Selection };

/** Forgets what the target names and returns how many records that were. */
export async function forget(
  engine: Engine,
  target: ForgetTarget,
  call: ForgetOptions & { readonly scope: Scope },
): Promise<number> {
  const { scope, ...options } = call;
  checkWriteOptions(options, ["reach", "purge"]);
  const { signal, reach = "here", purge = false } = options;
  checkOneOf(reach, "options.reach", ["here", "below"]);
  checkBoolean(purge, "options.purge");
  const aim = checkTarget(target, { scope, reach });
  if (aim.type === "one" && options.reach === "below") {
    throw new MemoryError(
      "invalid-input",
      'options.reach is for { filter } and { everything }; to forget one record below, narrow the view with scope("…") first',
    );
  }
  return engine.lifecycle.run(signal, async () => {
    const forgotten =
      aim.type === "one"
        ? await forgetOne(engine, aim.ref, options)
        : await engine.store.deleteWhere(aim.selection, {
            ...authorship(options),
            at: engine.clock(),
            purge,
          });
    await announceForgotten(engine, forgotten, signal);
    return forgotten.length;
  });
}

/** Tells listeners and plugins, scope by scope, what is gone. */
export async function announceForgotten(
  engine: Engine,
  forgotten: readonly RecordId[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const byScope = Map.groupBy(forgotten, (record) => scopeToPath(record.scope));
  for (const records of byScope.values()) {
    const scope = records[0]?.scope ?? [];
    const ids = records.map((record) => record.id);
    engine.events.emit("forgotten", { scope, ids });
    await engine.hooks.afterForget(ids, { scope, signal });
  }
}

function checkTarget(
  target: unknown,
  given: { readonly scope: Scope; readonly reach: "here" | "below" },
): Aim {
  const { scope, reach } = given;
  if (typeof target === "string") {
    return { type: "one", ref: { scope, id: checkText(target, "target", MAX_NAME_LENGTH) } };
  }
  checkMembers(target, "target", ["key", "filter", "everything"]);
  const named = Object.entries(target as object).filter(([, value]) => value !== undefined);
  const [name, value] = named.length === 1 ? (named[0] ?? []) : [];
  const all = { within: [scope], reach, includeArchived: true };
  if (name === "key") return { type: "one", ref: { scope, key: checkKey(value, "target.key") } };
  if (name === "filter") return { type: "many", selection: { ...all, where: parseFilter(value) } };
  if (name === "everything" && value === true) return { type: "many", selection: all };
  throw invalidInput("target", "an id, { key }, { filter } or { everything: true }", target);
}

async function forgetOne(
  engine: Engine,
  ref: RecordRef,
  options: ForgetOptions,
): Promise<readonly RecordId[]> {
  const now = engine.clock();
  const [record] = await engine.store.get([ref], { now, signal: options.signal });
  // What was forgotten before may still have a history to purge.
  const named = record ?? ("id" in ref && options.purge === true ? ref : undefined);
  if (!named) return [];
  const { scope, id } = named;
  const [result] = await engine.store.write(
    [{ op: "delete", scope, id, at: now, purge: options.purge ?? false, ...authorship(options) }],
    { signal: options.signal },
  );
  return result?.applied ? [{ scope, id }] : [];
}

function authorship({ signal, actor, cause }: ForgetOptions): WriteOptions {
  return { signal, actor, cause };
}
