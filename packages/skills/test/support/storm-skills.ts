import type { SkillContext } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";

import { never, untilAborted } from "./never.js";
import { rejectWith } from "./reject-with.js";

declare module "@kioku/core" {
  interface SkillEventMap {
    throw: object;
    reject: object;
    thenable: object;
    hang: object;
    heed: object;
    recurse: object;
    loop: object;
    orphan: object;
    child: object;
    flood: object;
    quiet: object;
  }
}

const what = { description: "Misbehaves" };
const MUSIC = "play some music";

type Handlers = NonNullable<AnySkill["on"]>;

/** A skill for each way to misbehave. */
export const stormSkills: readonly AnySkill[] = [
  listener("throws", {
    throw: () => {
      throw new Error("at once");
    },
  }),
  listener("works", { throw: () => "fine" }),
  listener("rejects-nothing", { reject: () => rejectWith(undefined) }),
  listener("rejects-text", { reject: () => rejectWith("text") }),
  listener("rejects-symbol", {
    reject: async () => rejectWith(Symbol("s")),
  }),
  listener("thenable", {
    thenable: () => ({
      // oxlint-disable-next-line unicorn/no-thenable -- that is what is tried
      then: () => {
        throw new Error("in then");
      },
    }),
  }),
  listener("hangs", { hang: () => never() }),
  listener("heeds", { heed: (_, { signal }) => untilAborted(signal) }),
  listener("recurses", { recurse: (_, context) => context.emit("recurse", {}) }),
  listener("loops", { loop: (_, context) => context.call("ping", null) }),
  { name: "ping", ...what, run: (_: unknown, context: SkillContext) => context.call("pong", null) },
  { name: "pong", ...what, run: (_: unknown, context: SkillContext) => context.call("ping", null) },
  listener("leaves", {
    orphan: (_, context) => {
      void context.emit("child", {});
      void context.emit("child", {});
      void context.call("ping", null);
      throw new Error("without waiting");
    },
  }),
  listener("child", { child: async () => Promise.reject(new Error("orphan")) }),
  listener("floods", {
    flood: (_, context) => {
      for (let index = 0; index < 3; index += 1) void context.emit("flood", {});
    },
  }),
  listener("forgets-to-wait", {
    quiet: (_, context) => {
      void context.memoryGet("nothing");
      void context.memorySet("", "refused");
      void context.memory.scope("elsewhere").get("nothing");
      void context.emit("quiet" as never, null as never);
    },
  }),
  {
    name: "music",
    ...what,
    triggers: [{ when: [MUSIC] }],
    run: () => Promise.reject(new Error("no speaker")),
  },
];

/** Outcomes by status, and reports, that one event of each kind causes. */
export const stormKinds: readonly {
  readonly event: string;
  readonly data: object;
  readonly reports: number;
  readonly outcomes: Readonly<Record<string, number>>;
}[] = [
  { event: "throw", data: {}, reports: 1, outcomes: { failed: 1, done: 1 } },
  { event: "reject", data: {}, reports: 1, outcomes: { failed: 3 } },
  { event: "thenable", data: {}, reports: 1, outcomes: { failed: 1 } },
  { event: "hang", data: {}, reports: 1, outcomes: { abandoned: 1 } },
  { event: "heed", data: {}, reports: 1, outcomes: { "timed-out": 1 } },
  // With maxTrail 5: itself and four more, then the limit.
  { event: "recurse", data: {}, reports: 6, outcomes: { done: 5, skipped: 1 } },
  { event: "loop", data: {}, reports: 1, outcomes: { failed: 1 } },
  { event: "orphan", data: {}, reports: 3, outcomes: { failed: 3 } },
  // With maxFanOut 10: ten run, and each emits three.
  { event: "flood", data: {}, reports: 31, outcomes: { done: 10, skipped: 21 } },
  { event: "quiet", data: {}, reports: 1, outcomes: { done: 1 } },
  { event: "message", data: { text: MUSIC }, reports: 1, outcomes: { failed: 1 } },
];

/** The limits that the counts are for. */
export const stormLimits = {
  maxTrail: 5,
  maxFanOut: 10,
  concurrency: 16,
  timeoutMs: 100,
  graceMs: 50,
} as const;

function listener(name: string, on: Handlers): AnySkill {
  return { name, ...what, on };
}
