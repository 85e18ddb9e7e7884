import type { Memory } from "@kioku/core";
import { EVENTS } from "@kioku/core/toolkit";

import type { RepeatableVerb } from "../memory-case.js";
import { collect } from "../stored.js";
import {
  KEYS,
  someAsOf,
  someAuthor,
  someCursor,
  someId,
  someInput,
  someInstant,
  someJson,
  someNarrowing,
  someQuery,
  someSignal,
  someTarget,
  someText,
} from "./fuzz-arguments.js";
import type { FuzzContext } from "./fuzz-arguments.js";
import { hostileText } from "./hostile-texts.js";

/**
 * One verb: arguments that are valid, or nearly, and how it is called with those that came of them.
 */
interface FuzzedCall {
  readonly make: (context: FuzzContext) => readonly unknown[];
  readonly call?: (context: FuzzContext, given: readonly unknown[]) => Promise<unknown>;
}

function callOf(holder: object, verb: string, given: readonly unknown[]): unknown {
  return Reflect.apply(Reflect.get(holder, verb) as () => unknown, holder, given);
}

const rootCall =
  (
    verb: "reindex" | "sweep" | "spaces" | "dropSpace" | "embedQueued" | "queueStats",
  ): NonNullable<FuzzedCall["call"]> =>
  ({ root }, given) =>
    Promise.resolve(callOf(root, verb, given));

/** Every verb: one that is missing does not compile. */
export const FUZZED_CALLS: Readonly<Record<RepeatableVerb, FuzzedCall>> = {
  remember: {
    make: (context) => [
      context.picker.chance(0.2) ? someText(context) : someInput(context),
      someAuthor(context),
    ],
  },
  rememberAll: {
    make: (context) => [
      Array.from({ length: context.picker.integer(4) }, () => someInput(context)),
      someAuthor(context),
    ],
  },
  recall: { make: (context) => [someQuery(context), someSignal(context)] },
  context: {
    make: (context) => {
      const { picker } = context;
      const options = {
        budget: 1 + picker.integer(500),
        order: "time",
        cite: false,
        preamble: hostileText(picker),
      };
      return [someQuery(context), { ...picker.members(options), ...someSignal(context) }];
    },
  },
  set: {
    make: (context) => {
      const { picker } = context;
      const options = {
        index: picker.one([true, false, "how"]),
        kind: "entry",
        metadata: someJson(context),
        ifVersion: picker.integer(3),
        ttlMs: 1e9,
      };
      return [
        picker.one(KEYS),
        someJson(context),
        { ...picker.members(options, 0.2), ...someAuthor(context) },
      ];
    },
  },
  get: {
    make: (context) => [context.picker.one(KEYS), { ...someAsOf(context), ...someSignal(context) }],
  },
  read: { make: (context) => [someId(context), { ...someAsOf(context), ...someSignal(context) }] },
  update: {
    make: (context) => {
      const { picker } = context;
      const patch = {
        content: someText(context),
        metadata: someJson(context),
        value: someJson(context),
        pinned: true,
        importance: 1,
        key: picker.one(KEYS),
        validTo: someInstant(context),
      };
      return [
        someId(context),
        picker.members(patch, 0.4),
        { ...picker.members({ ifVersion: 1 }, 0.1), ...someAuthor(context) },
      ];
    },
  },
  forget: {
    make: (context) => {
      const { picker } = context;
      const options = {
        purge: true,
        dryRun: true,
        ifVersion: 1,
      };
      return [someTarget(context), { ...picker.members(options, 0.3), ...someAuthor(context) }];
    },
  },
  erase: {
    make: (context) => [
      someTarget(context),
      { scrub: false, ...context.picker.members({ dryRun: true }), ...someAuthor(context) },
    ],
  },
  markUsed: { make: (context) => [[someId(context), someId(context)], someAuthor(context)] },
  surface: {
    make: (context) => {
      const { picker } = context;
      const members = {
        cue: `who ${hostileText(picker)}`,
        limit: 5,
        temperature: 1,
        seed: 1,
        cooldown: 3,
        exclude: [someId(context)],
        minTrust: 0,
        explain: true,
      };
      return [{ ...picker.members(members, 0.3), ...someNarrowing(context) }, someSignal(context)];
    },
  },
  list: {
    make: (context) => {
      const { picker } = context;
      const members = {
        orderBy: picker.one(["createdAt", "updatedAt", "key"]),
        order: "desc",
        limit: 1 + picker.integer(50),
        includeArchived: true,
        ...someAsOf(context),
      };
      return [
        { ...picker.members(members), ...someNarrowing(context), ...someCursor(context) },
        someSignal(context),
      ];
    },
  },
  history: { make: (context) => [someId(context), someSignal(context)] },
  scopes: {
    make: (context) => [
      { ...context.picker.members({ limit: 3 }), ...someCursor(context) },
      someSignal(context),
    ],
  },
  scope: {
    make: ({ picker }) => [
      picker.one(["a", "..", "/", "~", hostileText(picker)]),
      ...picker.some(["b", hostileText(picker)], 2),
    ],
    call: ({ view }, given) => (callOf(view, "scope", given) as Memory).list({ limit: 1 }),
  },
  on: {
    make: ({ picker }) => [
      picker.one(EVENTS),
      () => undefined,
      { ...picker.members({ reach: "below" }), signal: AbortSignal.timeout(50) },
    ],
    call: ({ view }, given) => Promise.resolve(callOf(view, "on", given)),
  },
  export: {
    make: (context) => [
      {
        ...context.picker.members({ reach: "here", history: false, vectors: true }),
        ...someSignal(context),
      },
    ],
    call: ({ view }, given) => collect(callOf(view, "export", given) as AsyncIterable<unknown>),
  },
  import: {
    make: (context) => {
      const { picker, lines } = context;
      const options = {
        onConflict: picker.one(["fail", "skip", "replace", "newer"]),
        embed: false,
      };
      return [structuredClone(lines), { ...picker.members(options), ...someAuthor(context) }];
    },
  },
  reindex: { make: (context) => [someSignal(context)], call: rootCall("reindex") },
  sweep: {
    make: (context) => [context.picker.members({ archiveBelow: context.picker.number() })],
    call: rootCall("sweep"),
  },
  spaces: { make: (context) => [someSignal(context)], call: rootCall("spaces") },
  dropSpace: { make: ({ picker }) => [hostileText(picker)], call: rootCall("dropSpace") },
  embedQueued: {
    make: (context) => {
      const { picker } = context;
      const members = { limit: 1 + picker.integer(3), leaseMs: 1, retryDead: true, maxAttempts: 2 };
      return [{ ...picker.members(members, 0.3), ...someSignal(context) }];
    },
    call: rootCall("embedQueued"),
  },
  queueStats: { make: (context) => [someSignal(context)], call: rootCall("queueStats") },
  runEmbeddingWorker: {
    make: ({ picker }) => {
      const members = { pollMs: 1, leaseMs: 1, maxAttempts: 2 };
      return [{ ...picker.members(members, 0.3), signal: AbortSignal.timeout(5) }];
    },
    // One that got no signal works until the memory is closed.
    call: ({ root }, given) =>
      Promise.race([callOf(root, "runEmbeddingWorker", given), root.spaces()]),
  },
};
