import assert from "node:assert/strict";

import type { AsOf, ListQuery, RecallQuery, Scope } from "@kioku/core";
import { EVENTS } from "@kioku/core/toolkit";

import type { Region } from "../owners.js";
import { SHARED_IDS } from "../probe-world.js";
import { aCursor, aFilter, aKey, anId, aQuery, aReach, unknownMembers } from "./probe.js";
import type { MakeProbe, Probe, ProbeContext } from "./probe.js";

/** The probes of verbs that only read. */
export const READ_PROBES: Readonly<
  Record<
    | "recall"
    | "context"
    | "get"
    | "read"
    | "history"
    | "list"
    | "scopes"
    | "surface"
    | "scope"
    | "on",
    MakeProbe
  >
> = {
  recall: (context) => {
    const query = aRecall(context);
    return { ...seen(context, query.reach), what: query, run: () => context.view.recall(query) };
  },
  context: (context) => {
    const query = aRecall(context);
    const run = (): Promise<unknown> =>
      context.view.context(query, { budget: 4_000, order: "time" });
    return { ...seen(context, query.reach), what: query, run };
  },
  get: (context) => {
    const { view } = context;
    const key = aKey(context);
    const given = { ...anAsOf(context), ...unknownMembers(context) };
    return { ...seen(context), what: [key, given], run: () => view.get(key, given) };
  },
  read: (context) => {
    const { view, victim, self } = context;
    const id = anId(context);
    const given = { ...anAsOf(context), ...unknownMembers(context) };
    const expect = (found: unknown): void => {
      assert.ok(id !== victim.id || victim === self || found === undefined, "it read a foreign id");
    };
    return { ...seen(context), what: [id, given], run: () => view.read(id, given), expect };
  },
  history: (context) => {
    const { view, victim, self } = context;
    const id = anId(context);
    const given = unknownMembers(context);
    const expect = (found: unknown): void => {
      const isForeign = id === victim.id && victim !== self;
      assert.ok(!isForeign || (found as unknown[]).length === 0, "a foreign id has a history");
    };
    return { ...seen(context), what: [id, given], run: () => view.history(id, given), expect };
  },
  list: (context) => {
    const { picker, world, self } = context;
    const query: ListQuery = {
      reach: aReach(context),
      ...picker.members<ListQuery>({
        filter: aFilter(context),
        kinds: ["note", "entry"],
        orderBy: picker.one(["createdAt", "updatedAt", "key"]),
        order: "desc",
        limit: 1 + picker.integer(8),
        includeArchived: true,
        ...anAsOf(context),
      }),
      ...unknownMembers(context),
    };
    const run = async (): Promise<unknown> => {
      const { orderBy, order } = query;
      const page = { ...(orderBy ? { orderBy } : {}), ...(order ? { order } : {}), limit: 1 };
      const cursor = await aCursor(context, (view) => view.list(page));
      return world.viewOf(self).list({ ...query, cursor });
    };
    return { ...seen(context, query.reach), what: query, run };
  },
  scopes: (context) => {
    const { picker, world, self } = context;
    const limit = picker.one([1, 3, 1_000]);
    const run = async (): Promise<unknown> => {
      const cursor = await aCursor(context, (view) => view.scopes({ limit: 1 }));
      const page = await world.viewOf(self).scopes({ limit, cursor });
      return page.items.map((scope) => ({ scope }));
    };
    return { ...seen(context, "below"), what: limit, run };
  },
  surface: (context) => {
    const { picker, view } = context;
    const query = {
      reach: aReach(context),
      limit: 1 + picker.integer(100),
      cooldown: picker.one([0, 20]),
      minTrust: 0,
      ...picker.members({ cue: aQuery(context), filter: aFilter(context), explain: true }),
      ...unknownMembers(context),
    };
    return { ...seen(context, query.reach), what: query, run: () => view.surface(query) };
  },
  scope: (context) => {
    const { view, self } = context;
    const path = aPath(context);
    const region: Region = { scope: [...self.scope, ...path], reach: "below" };
    const run = async (): Promise<unknown> => {
      const [first = "", ...rest] = path;
      const narrowed = view.scope(first, ...rest);
      const lists = [narrowed.list({ reach: "below" }), narrowed.recall(aQuery(context))];
      return [narrowed.scopePath, ...(await Promise.all(lists))];
    };
    return { region, what: path, run };
  },
  on: (context) => {
    const { picker, world, view, victim } = context;
    const event = picker.one(EVENTS);
    const reach = aReach(context);
    const run = async (): Promise<unknown> => {
      const heard: unknown[] = [];
      const listening = new AbortController();
      view.on(event, (payload) => heard.push(payload), { reach, signal: listening.signal });
      const foreign = world.viewOf(victim);
      await foreign.recall(victim.word);
      await foreign.surface({ cue: victim.word });
      await foreign.markUsed(SHARED_IDS.keyed);
      listening.abort();
      return heard;
    };
    const { region } = seen(context, reach);
    return { region, changes: { scope: victim.scope, reach: "here" }, what: [event, reach], run };
  },
};

function seen({ self }: ProbeContext, reach: Region["reach"] = "here"): Pick<Probe, "region"> {
  return { region: { scope: self.scope, reach } };
}

function anAsOf({ picker, world }: ProbeContext): { readonly asOf?: AsOf } {
  if (picker.chance(0.7)) return {};
  const instant = new Date(world.clock.now.getTime() - picker.integer(120_000));
  return { asOf: picker.one([{ knownAt: instant }, { validAt: instant }]) };
}

function aRecall(context: ProbeContext): RecallQuery {
  const { picker } = context;
  return {
    query: aQuery(context),
    reach: aReach(context),
    limit: picker.one([1, 10, 1_000]),
    mode: picker.one(["hybrid", "keyword", "hybrid", "semantic"]),
    neighbours: picker.integer(4),
    ...picker.members<Partial<RecallQuery>>({
      filter: aFilter(context),
      kinds: ["note"],
      diversity: 0.5,
      exclude: [anId(context)],
      includeArchived: true,
      explain: true,
      ...anAsOf(context),
    }),
    ...unknownMembers(context),
  };
}

/** Elements that look like a way out of the scope, or into another one. */
function aPath({ picker, victim, self }: ProbeContext): Scope {
  const start = victim.scope.slice(0, self.scope.length);
  const below =
    JSON.stringify(start) === JSON.stringify(self.scope) ? victim.scope.slice(start.length) : [];
  return picker.one<Scope>([
    [".."],
    ["/"],
    [`../${victim.scope.join("/")}`],
    ["~1"],
    ["%"],
    victim.scope.length === 0 ? ["x"] : victim.scope,
    below.length === 0 ? ["x"] : below,
  ]);
}
