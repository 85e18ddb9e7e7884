import type { ForgetOptions, ForgetTarget } from "../../api/forget-inputs.js";
import type { HookContext } from "../../api/plugin.js";
import type { RecordRef } from "../../contracts/memory-store.js";
import type { Selection } from "../../contracts/search.js";
import { recordPages } from "../../contracts/store-helpers.js";
import { checkIfVersion, checkWriteOptions } from "../../internal/check/check-inputs.js";
import {
  checkBoolean,
  checkMembers,
  checkOneOf,
  checkText,
  invalidInput,
  wrongInput,
} from "../../internal/check/check.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import type { Predicate } from "../../model/filter.js";
import { MAX_NAME_LENGTH } from "../../model/limits.js";
import type { RecordId } from "../../model/record.js";
import { scopeToPath, type Reach, type Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { hookContext } from "../hooks/run-hook.js";
import { checkKey } from "../write/check-remember-input.js";
import { otherVersion } from "../write/plan-write.js";

/** A target as the store takes it. */
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
  checkWriteOptions(options, ["reach", "purge", "dryRun", "ifVersion"]);
  const { signal, reach = "here", dryRun = false, ifVersion } = options;
  checkOneOf(options.reach ?? "here", "options.reach", ["here", "below"]);
  checkBoolean(options.purge ?? false, "options.purge");
  checkBoolean(options.dryRun ?? false, "options.dryRun");
  checkIfVersion(ifVersion, 1);
  const aim = toAim(checkTarget(target, reach), scope, reach);
  if (aim.type === "many" && ifVersion !== undefined) {
    throw invalidInput("options.ifVersion", "left out with { filter } and { everything }");
  }
  const context = hookContext(engine, "forget", call);
  return engine.lifecycle.run(signal, async () => {
    await engine.hooks.beforeForget(target, context);
    if (dryRun) return countAim(engine, aim, options);
    const { actor, cause, purge = false } = options;
    const forgotten =
      aim.type === "one"
        ? await forgetOne(engine, aim.ref, options)
        : await engine.store.deleteWhere(aim.selection, {
            signal,
            at: engine.clock(),
            purge,
            actor,
            cause,
          });
    await emitForgotten(engine, forgotten, context);
    return forgotten.length;
  });
}

/** Shows listeners and plugins, scope by scope, the ids that are gone. */
export async function emitForgotten(
  engine: Engine,
  forgotten: readonly RecordId[],
  context: HookContext,
): Promise<void> {
  const byScope = Map.groupBy(forgotten, (record) => scopeToPath(record.scope));
  for (const records of byScope.values()) {
    const scope = records[0]?.scope ?? [];
    const ids = records.map((record) => record.id);
    engine.events.emit("forgotten", { scope, ids });
    await engine.hooks.afterForget(ids, { ...context, scope });
  }
}

function toAim(target: CheckedTarget, scope: Scope, reach: Reach): Aim {
  if (target.type === "id") return { type: "one", ref: { scope, id: target.id } };
  if (target.type === "key") return { type: "one", ref: { scope, key: target.key } };
  const where = target.type === "filter" ? { where: target.where } : {};
  return { type: "many", selection: { within: [scope], reach, includeArchived: true, ...where } };
}

async function countAim(engine: Engine, aim: Aim, options: ForgetOptions): Promise<number> {
  const { signal } = options;
  if (aim.type === "one") {
    const named = await findNamed(engine, aim.ref, options);
    if (!named || named.isThere) return named ? 1 : 0;
    return (await engine.store.history(named.ref, { limit: 1, signal })).length > 0 ? 1 : 0;
  }
  let count = 0;
  const pages = recordPages(engine.store, aim.selection, { signal });
  for await (const page of pages) count += page.length;
  return count;
}

/** Returns the record of an id or key; not `isThere` if only its history may be. */
async function findNamed(
  engine: Engine,
  ref: RecordRef,
  { ifVersion, purge = false, signal }: ForgetOptions,
): Promise<{ readonly ref: RecordId; readonly isThere: boolean } | undefined> {
  const [record] = await engine.store.get([ref], { now: engine.clock(), signal });
  if (ifVersion !== undefined && ifVersion !== record?.version) {
    const found = record ? `${record.version} is stored` : "there is no such record";
    throw otherVersion(ifVersion, found);
  }
  if (record) return { ref: { scope: record.scope, id: record.id }, isThere: true };
  // A record that was forgotten before may still have a history to purge.
  return "id" in ref && purge ? { ref, isThere: false } : undefined;
}

async function forgetOne(
  engine: Engine,
  ref: RecordRef,
  options: ForgetOptions,
): Promise<readonly RecordId[]> {
  const { purge = false, ifVersion, signal, actor, cause } = options;
  // A purge by id reads nothing, so that it removes unreadable records too.
  const isPlain = purge && ifVersion === undefined && "id" in ref;
  const named = isPlain ? { ref } : await findNamed(engine, ref, options);
  if (!named) return [];
  const { scope, id } = named.ref;
  const at = engine.clock();
  const [result] = await engine.store.write(
    [{ op: "delete", scope, id, at, purge, ifVersion, actor, cause }],
    { signal },
  );
  return result?.applied ? [{ scope, id }] : [];
}

/** A checked `ForgetTarget`. */
export type CheckedTarget =
  | { readonly type: "id"; readonly id: string }
  | { readonly type: "key"; readonly key: string }
  | { readonly type: "filter"; readonly where: Predicate }
  | { readonly type: "everything" };

/** @throws `invalid-input` unless exactly one thing is named. */
export function checkTarget(target: unknown, reach: Reach): CheckedTarget {
  const checked = toTarget(target);
  if (reach === "below" && (checked.type === "id" || checked.type === "key")) {
    throw wrongInput(
      'options.reach is for { filter } and { everything }; to name one record below, narrow the view with scope("…") first',
    );
  }
  return checked;
}

function toTarget(target: unknown): CheckedTarget {
  if (typeof target === "string") {
    return { type: "id", id: checkText(target, "target", MAX_NAME_LENGTH) };
  }
  checkMembers(target, "target", ["key", "filter", "everything"]);
  const named = Object.entries(target as object).filter(([, value]) => value !== undefined);
  const [name, value] = named.length === 1 ? (named[0] ?? []) : [];
  if (name === "key") return { type: "key", key: checkKey(value, "target.key") };
  if (name === "filter") return { type: "filter", where: parseFilter(value) };
  if (name === "everything" && value === true) return { type: "everything" };
  throw invalidInput("target", "an id, { key }, { filter } or { everything: true }", target);
}
