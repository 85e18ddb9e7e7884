import assert from "node:assert/strict";

import type { ForgetTarget, MemoryRecord, Receipt, RememberInput } from "@kioku/core";

import type { Region } from "../owners.js";
import { SHARED_TEXT } from "../probe-world.js";
import { aFilter, aKey, anId, aReach, mostIn, unknownMembers } from "./probe.js";
import type { MakeProbe, Probe, ProbeContext } from "./probe.js";

const ORIGINS = ["user", "assistant", "system"] as const;

/** The probes of verbs that write records. */
export const WRITE_PROBES: Readonly<
  Record<"remember" | "rememberAll" | "set" | "update" | "forget" | "erase" | "markUsed", MakeProbe>
> = {
  remember: (context) => {
    const input = anInput(context);
    const run = (): Promise<unknown> => context.view.remember(input, options(context));
    return { ...written(context, [input]), what: input, run };
  },
  rememberAll: (context) => {
    const count = 1 + context.picker.integer(3);
    const inputs = Array.from({ length: count }, () => anInput(context));
    const run = (): Promise<unknown> => context.view.rememberAll(inputs, options(context));
    return { ...written(context, inputs), what: inputs, run };
  },
  set: (context) => {
    const { picker, self, view } = context;
    const key = aKey(context);
    const given = {
      ...picker.members({
        index: false,
        metadata: { owner: self.marker },
        ifVersion: picker.integer(3),
      }),
      ...options(context),
    };
    const run = (): Promise<unknown> => view.set(key, { owner: self.marker }, given);
    return { ...here(context), what: [key, given], run };
  },
  update: (context) => {
    const { picker, victim, self, view } = context;
    const id = anId(context);
    const patch = {
      ...picker.members({
        content: `${self.marker} is better`,
        importance: 0.9,
        pinned: true,
        thread: "talk",
      }),
      ...picker.members({ key: aKey(context) }, 0.2),
      ...(picker.chance(0.2) ? { metadata: { owner: self.marker, more: picker.integer(9) } } : {}),
    };
    const given = { ...picker.members({ ifVersion: 1 + picker.integer(2) }), ...options(context) };
    const run = (): Promise<unknown> => view.update(id, patch, given);
    const probe = { ...here(context), what: [id, patch, given], run };
    const hasUnknown = Object.keys(given).some((name) => !KNOWN_OPTIONS.has(name));
    return id === victim.id && !hasUnknown ? { ...probe, refusal: "not-found" } : probe;
  },
  forget: (context) => {
    const { picker, view, victim } = context;
    const target = aTarget(context);
    const isMany = typeof target === "object" && !("key" in target);
    const reach = isMany ? aReach(context) : "here";
    const given = {
      ...(isMany ? { reach } : {}),
      ...picker.members({
        purge: true,
        dryRun: true,
        ...(isMany ? {} : { ifVersion: 1 }),
      }),
      ...options(context, reach),
    };
    const region = { ...here(context).region, reach };
    const run = (): Promise<unknown> => view.forget(target, given);
    const most = target === victim.id ? 0 : 1;
    return {
      region,
      changes: region,
      what: [target, given],
      run,
      atMost: isMany ? mostIn(context, region) : most,
    };
  },
  erase: (context) => {
    const { picker, view } = context;
    const target = aTarget(context);
    const isMany = typeof target === "object" && !("key" in target);
    const reach = isMany ? aReach(context) : "here";
    const given = {
      ...(isMany ? { reach } : {}),
      ...picker.members({ dryRun: true, scrub: false }, 0.5),
      ...options(context, reach),
    };
    const region = { ...here(context).region, reach };
    const run = (): Promise<unknown> => view.erase(target, given);
    return { region, changes: region, what: [target, given], run };
  },
  markUsed: (context) => {
    const { picker, view, victim, self } = context;
    const ids = [anId(context), anId(context), anId(context)].slice(picker.integer(3));
    const given = options(context);
    const run = (): Promise<unknown> => view.markUsed(ids, given);
    const own = ids.filter((id) => id !== victim.id || victim === self);
    return { ...here(context), what: [ids, given], run, atMost: new Set(own).size };
  },
};

const KNOWN_OPTIONS: ReadonlySet<string> = new Set(["actor", "cause", "ifVersion"]);

function here({ self }: ProbeContext): Pick<Probe, "region" | "changes"> {
  const region = { scope: self.scope, reach: "here" } as const;
  return { region, changes: region };
}

/** A call that reaches below leaves its name in histories below, which is no leak. */
function options(context: ProbeContext, reach: Region["reach"] = "here"): object {
  const { picker, self } = context;
  const name = reach === "here" ? self.marker : "somebody above";
  return { ...picker.members({ actor: name, cause: name }), ...unknownMembers(context) };
}

/** An input of the caller that names ids and keys of the victim, and says what every scope says. */
function anInput(context: ProbeContext): RememberInput {
  const { picker, self, victim } = context;
  const content = picker.one([
    SHARED_TEXT,
    victim.word,
    `${self.marker} says more`,
    `${self.word} again`,
  ]);
  return {
    content,
    metadata: { owner: self.marker, shared: 1 },
    origin: picker.one(ORIGINS),
    ...picker.members<Partial<RememberInput>>(
      {
        key: aKey(context),
        thread: "talk",
        idempotencyKey: picker.one(["once", "twice", "Once", victim.idempotencyKey]),
        supersedes: [anId(context)],
        sources: [victim.id, anId(context)],
        index: false,
        occurredAt: new Date("2026-02-01"),
      },
      0.2,
    ),
  };
}

/** Returns what a write must and must not do because of what it names of the victim. */
function written(
  context: ProbeContext,
  inputs: readonly RememberInput[],
): Omit<Probe, "what" | "run"> {
  const { self, victim } = context;
  const expect = (result: unknown): void => {
    if (self === victim) return;
    for (const [index, receipt] of [result].flat().entries()) {
      const { status, record } = receipt as Receipt & { readonly record: MemoryRecord };
      const { supersedes = [], sources = [] } = inputs[index] ?? {};
      // Neither wrote anything.
      if (status === "duplicate" || status === "rejected") continue;
      assert.ok(!supersedes.includes(victim.id), "it superseded what only another scope has");
      const areForeign = sources.every((id) => id === victim.id);
      assert.ok(!areForeign || record.trust !== 0.1, "its trust is that of another scope's record");
    }
  };
  return { ...here(context), expect };
}

function aTarget(context: ProbeContext): ForgetTarget {
  const { picker } = context;
  const kind = picker.integer(8);
  if (kind === 0) return { everything: true };
  if (kind < 3) return { filter: aFilter(context) };
  return kind < 5 ? { key: aKey(context) } : anId(context);
}
