import type { SkillContext } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";

import { never } from "../support/never.js";
import { keep } from "./good-skill.js";
import type { Said } from "./good-skill.js";

/** A skill with one defect. */
export interface SkillDefect {
  readonly name: string;
  /** Start of the `group: name` of the case that must notice it. */
  readonly failsAt: string;
  readonly breakSkill: (good: AnySkill) => AnySkill;
  /** Absent: the claim of the good skill. */
  readonly isRepeatable?: false;
}

type Run = (input: Said, context: SkillContext) => unknown;

function withRun(good: AnySkill, run: Run): AnySkill {
  return { ...good, run };
}

/** Kept by the module, as no skill should. */
let isOpen = true;
let names = 0;

/** Starts what modules keep anew. */
export function forgetModules(): void {
  isOpen = true;
  names = 0;
}

/** One defect each; every case has one. */
export const BROKEN_SKILLS: readonly SkillDefect[] = [
  {
    name: "does not start where nothing was prepared",
    failsAt: "life: a runtime takes it",
    breakSkill: (good) => ({
      ...good,
      start: async ({ memory }) => {
        if ((await memory.scope("setup").list()).items.length === 0) throw new Error("no setup");
      },
    }),
  },
  {
    name: "has another name each time",
    failsAt: "life: a runtime takes it",
    breakSkill: (good) => ({ ...good, name: `finder-${(names += 1)}` }),
  },
  {
    name: "closes what all of its kind share",
    failsAt: "life: when one is stopped",
    breakSkill: (good) => ({
      ...withRun(good, (input, context) => {
        if (!isOpen) throw new Error("the table is closed");
        return keep(input, context);
      }),
      stop: () => {
        isOpen = false;
      },
    }),
  },
  {
    name: "asks more of a text than its own examples have",
    failsAt: "meaning: each example",
    breakSkill: (good) => ({
      ...good,
      triggers: [{ when: ["remember where I put my keys"], not: ["remember where I put my keys"] }],
    }),
  },
  {
    name: "wakes at its counterexamples",
    failsAt: "meaning: each counterexample",
    breakSkill: (good) => ({
      ...good,
      triggers: [
        { when: ["where are my keys", "where did I put my keys"] },
        { when: ["the umbrella is in the hall"], not: ["where are my keys"] },
      ],
    }),
  },
  {
    name: "knows one sentence only",
    failsAt: "meaning: what is said in other words",
    breakSkill: (good) => ({
      ...good,
      description: "Knows where the umbrella is",
      triggers: [{ when: ["the umbrella is in the hall"] }],
    }),
  },
  {
    name: "wakes at everything",
    failsAt: "meaning: what is not for it",
    breakSkill: (good) => ({
      ...good,
      triggers: [{ when: ["what a lovely day", "remember where I put my keys"], threshold: 0 }],
    }),
  },
  {
    name: "does not take what its trigger gives it",
    failsAt: "calls: each succeeds",
    breakSkill: (good) => ({
      ...good,
      triggers: [{ when: ["remember where I put my keys"], input: () => ({ words: 7 }) }],
    }),
  },
  {
    name: "expects the memory to hold something",
    failsAt: "calls: each succeeds on an empty memory",
    breakSkill: (good) =>
      withRun(good, async (input, context) => {
        const [room] = await context.memory.recall({ query: input.text, kinds: ["room"] });
        if (room === undefined) throw new Error("no room");
        return keep(input, context);
      }),
  },
  {
    name: "adds a record at each call",
    failsAt: "calls: the same call again",
    breakSkill: (good) =>
      withRun(good, async (input, context) => {
        await context.memory.remember({ content: input.text, dedupe: "off" });
        return keep(input, context);
      }),
  },
  {
    name: "keeps what others ask for in its own corner",
    failsAt: "calls: what it leaves in the shared memory",
    breakSkill: (good) =>
      withRun(good, ({ text }, { state }) => state.set(`place of: ${text}`, text)),
  },
  {
    name: "does not hear that it is aborted",
    failsAt: "bounds: a call that is aborted",
    breakSkill: (good) =>
      withRun(good, async (input, context) => {
        context.signal.addEventListener("abort", () => undefined);
        await Promise.race([never(), stuckUnlessQuick(context.signal)]);
        return keep(input, context);
      }),
  },
  {
    name: "takes a refusal for something else",
    failsAt: "bounds: without any grant",
    breakSkill: (good) =>
      withRun(good, async (input, context) => {
        const page = await context.memory.list().catch(() => undefined);
        const [first] = (page as unknown as { readonly items: readonly unknown[] }).items;
        return first === null ? undefined : keep(input, context);
      }),
  },
  {
    name: "says that it is done when nothing was written",
    failsAt: "failures: a store that refuses",
    breakSkill: (good) =>
      withRun(good, (input, context) => keep(input, context).catch(() => "noted")),
  },
  {
    name: "notes that it has written before it has",
    failsAt: "failures: after a write that was refused",
    breakSkill: (good) =>
      withRun(good, async (input, context) => {
        const done = `done: ${input.text}`;
        if ((await context.state.get(done)) !== undefined) return "noted";
        await context.state.set(done, true);
        return keep(input, context);
      }),
  },
  {
    name: "cannot do without vectors",
    failsAt: "failures: an embedder that is down",
    breakSkill: (good) =>
      withRun(good, async (input, context) => {
        await context.memory.recall({ query: input.text, mode: "semantic" });
        return keep(input, context);
      }),
  },
  {
    name: "keeps the input of a call in one place for all calls",
    failsAt: "users: calls of several users",
    breakSkill: (good) => {
      let current: Said = { text: "" };
      return withRun(good, async (input, context) => {
        current = input;
        await context.memoryGet("anything");
        return keep(current, context);
      });
    },
  },
  {
    name: "remembers in itself what it was told",
    failsAt: "users: calls of several users",
    breakSkill: (good) => {
      const told = new Set<string>();
      return withRun(good, async (input, context) => {
        if (told.has(input.text)) return "known";
        told.add(input.text);
        return keep(input, context);
      });
    },
  },
  {
    name: "tells everybody what the first one said",
    failsAt: "users: calls of several users",
    breakSkill: (good) => tellsOthers(good, async (_context, first) => first),
  },
  {
    name: "tells everybody what the first one said, and claims nothing",
    failsAt: "users: calls of several users",
    isRepeatable: false,
    breakSkill: (good) => tellsOthers(good, async (_context, first) => ({ earlier: [first] })),
  },
  {
    name: "notes for everybody what the first one said",
    failsAt: "users: calls of several users",
    isRepeatable: false,
    breakSkill: (good) => tellsOthers(good, ({ memory }, first) => memory.set("earlier", first)),
  },
  {
    name: "writes for the first one only, and claims nothing",
    failsAt: "users: calls of several users",
    isRepeatable: false,
    breakSkill: (good) => {
      let isFirst = true;
      return withRun(good, (input, context) => {
        if (!isFirst) return "noted";
        isFirst = false;
        return keep(input, context);
      });
    },
  },
  {
    name: "writes for everybody",
    failsAt: "users: what it leaves for one user",
    breakSkill: (good) => {
      let shared: SkillContext["memory"] | undefined;
      return {
        ...withRun(good, async (input, context) => {
          await shared?.remember(input.text);
          return keep(input, context);
        }),
        start: (context) => {
          shared = context.memory;
        },
      };
    },
  },
];

/** Keeps what it is told in a list of its own, and passes the first on. */
function tellsOthers(
  good: AnySkill,
  tell: (context: SkillContext, first: string) => Promise<unknown>,
): AnySkill {
  const said: string[] = [];
  return withRun(good, (input, context) => {
    said.push(input.text);
    return tell(context, said[0] ?? "");
  });
}

/** Goes on at once if it is not aborted, which a test of one call does not show. */
async function stuckUnlessQuick(signal: AbortSignal): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  if (signal.aborted) await never();
}
