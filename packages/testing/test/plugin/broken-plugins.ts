import { MemoryError } from "@kioku/core";
import type { HookContext, Memory, RememberInput, Veto } from "@kioku/core";
import type { AnyPlugin } from "@kioku/core/toolkit";

import { WORD } from "./good-plugin.js";

/** A plugin with one defect. */
export interface PluginDefect {
  readonly name: string;
  /** Beginning of `group: name` of the case that must notice it. */
  readonly failsAt: string;
  readonly breakPlugin: (good: AnyPlugin) => AnyPlugin;
}

type Remember = (input: RememberInput, context: HookContext) => unknown;

/** A plugin with another `beforeRemember`, called before the good one. */
function before(good: AnyPlugin, hook: Remember): AnyPlugin {
  const inner = good.hooks?.beforeRemember as Remember;
  return {
    ...good,
    hooks: {
      ...good.hooks,
      beforeRemember: async (input, context) => {
        const answer = (await hook(input, context)) as RememberInput | Veto | undefined;
        if (answer && "veto" in answer) return answer;
        return (await inner(answer ?? input, context)) as RememberInput | undefined;
      },
    },
  };
}

function withHooks(good: AnyPlugin, hooks: AnyPlugin["hooks"]): AnyPlugin {
  return { ...good, hooks: { ...good.hooks, ...hooks } };
}

/** Kept by the module, as no plugin should. */
let writesOfAll = 0;
let isResourceClosed = false;

/** Starts what modules keep anew. */
export function forgetModules(): void {
  writesOfAll = 0;
  isResourceClosed = false;
}

/** One defect each; every case has one. */
export const BROKEN_PLUGINS: readonly PluginDefect[] = [
  {
    name: "throws after a commit",
    failsAt: "hooks: every verb works",
    breakPlugin: (good) =>
      withHooks(good, {
        afterForget: () => {
          throw new Error("no such table");
        },
      }),
  },
  {
    name: "answers a forget with its target",
    failsAt: "hooks: every verb works",
    breakPlugin: (good) => withHooks(good, { beforeForget: (target) => target as never }),
  },
  {
    name: "changes the input that it is handed",
    failsAt: "hooks: nothing that a hook is handed",
    breakPlugin: (good) =>
      before(good, (input) => {
        ((input.metadata as Record<string, unknown> | undefined) ?? {})["seen"] = true;
      }),
  },
  {
    name: "moves the results that it is handed",
    failsAt: "hooks: nothing that a hook is handed",
    breakPlugin: (good) =>
      withHooks(good, {
        afterRecall: (results) => {
          const hits = results as unknown as unknown[];
          hits.push(hits.shift());
        },
      }),
  },
  {
    name: "answers each hit twice",
    failsAt: "hooks: nothing that a hook is handed",
    breakPlugin: (good) =>
      withHooks(good, { afterRecall: (results) => results.flatMap((hit) => [hit, hit]) }),
  },
  {
    name: "rewrites what was found",
    failsAt: "hooks: nothing that a hook is handed",
    breakPlugin: (good) =>
      withHooks(good, { afterRecall: (results) => results.map((hit) => ({ ...hit, score: 1 })) }),
  },
  {
    name: "answers what another scope has",
    failsAt: "hooks: every verb works",
    breakPlugin: (good) =>
      withHooks(good, {
        afterRecall: (results) => results.map((hit) => ({ ...hit, scope: ["bo"] })),
      }),
  },
  {
    name: "changes what was found when its hook has ended",
    failsAt: "hooks: nothing that a hook is handed",
    breakPlugin: (good) =>
      withHooks(good, {
        afterRecall: (results) => {
          setImmediate(() => {
            for (const hit of results) (hit.metadata as Record<string, unknown>)["seen"] = true;
          });
        },
      }),
  },
  {
    name: "has its hooks under a name that memories do not know",
    failsAt: "hooks: every verb works",
    breakPlugin: ({ id, hooks }) => ({ id, hoks: hooks }) as AnyPlugin,
  },
  {
    name: "has a hook that memories do not know",
    failsAt: "hooks: every verb works",
    breakPlugin: (good) =>
      withHooks(good, { beforeRemembr: () => undefined } as AnyPlugin["hooks"]),
  },
  {
    name: "marks what is recalled",
    failsAt: "hooks: reading writes nothing",
    breakPlugin: (good) => {
      let root: Memory | undefined;
      return {
        ...withHooks(good, {
          afterRecall: async (results, _query, { scope }) => {
            const [first, ...rest] = scope;
            const view = first === undefined ? root : root?.scope(first, ...rest);
            await view?.markUsed(results.map(({ id }) => id));
          },
        }),
        extend: (memory) => {
          root = memory;
        },
      };
    },
  },
  {
    name: "waits for what never comes, although its call was aborted",
    failsAt: "failures: a hook whose call is aborted",
    breakPlugin: (good) =>
      withHooks(good, {
        afterRecall: async (_results, _query, { signal }) => {
          if (signal) await Promise.withResolvers<undefined>().promise;
        },
      }),
  },
  {
    name: "reads the memory when it is added",
    failsAt: "hooks: adding it",
    breakPlugin: (good) => ({ ...good, extend: (memory) => void memory.list() }),
  },
  {
    name: "refuses what comes from the web",
    failsAt: "ordinary memories: they are written",
    breakPlugin: (good) =>
      before(good, ({ origin }) => (origin === "web" ? { veto: "from the web" } : undefined)),
  },
  {
    name: "turns the order of hits round",
    failsAt: "ordinary memories: they are found",
    breakPlugin: (good) => withHooks(good, { afterRecall: (results) => results.toReversed() }),
  },
  {
    name: "is not for what users say",
    failsAt: "examples: each ends as declared when it is remembered",
    breakPlugin: (good) => onlyFor(good, ({ origin }) => origin !== undefined),
  },
  {
    name: "looks at the first of a batch only",
    failsAt: "examples: each ends as declared in a batch",
    breakPlugin: (good) => {
      const seen = new WeakSet<HookContext>();
      return onlyFor(good, (_input, context) => {
        const isFirst = !seen.has(context);
        seen.add(context);
        return isFirst;
      });
    },
  },
  {
    name: "does not look at updates",
    failsAt: "examples: each ends as declared when it comes by an update",
    breakPlugin: (good) => onlyFor(good, (_input, { operation }) => operation !== "update"),
  },
  {
    name: "does not take out what is set",
    failsAt: "examples: each ends as declared when it is set",
    breakPlugin: (good) =>
      onlyFor(
        good,
        ({ content }, { operation }) => operation !== "set" || content.includes("forbidden"),
      ),
  },
  {
    name: "does not refuse what is set",
    failsAt: "examples: each ends as declared when it is set",
    breakPlugin: (good) =>
      onlyFor(
        good,
        ({ content }, { operation }) => operation !== "set" || content.includes("confidential"),
      ),
  },
  {
    name: "leaves in the value what it takes out of the content",
    failsAt: "examples: each ends as declared when it is set",
    breakPlugin: (good) => {
      const inner = good.hooks?.beforeRemember as Remember;
      return withHooks(good, {
        beforeRemember: (input, context) => {
          const answer = inner(input, context) as RememberInput | Veto;
          return "veto" in answer ? answer : { ...answer, value: input.value };
        },
      });
    },
  },
  {
    name: "refuses a whole batch with one of its memories",
    failsAt: "examples: each ends as declared in a batch",
    breakPlugin: (good) => {
      const refused = new WeakSet<HookContext>();
      return before(good, ({ content }, context) => {
        if (content.includes("forbidden")) refused.add(context);
        return refused.has(context) ? { veto: "not in this company" } : undefined;
      });
    },
  },
  {
    name: "quotes the word that it refuses",
    failsAt: "examples: a veto does not quote",
    breakPlugin: (good) =>
      before(good, ({ content }) => {
        const [word] = /forbidden/u.exec(content) ?? [];
        return word === undefined ? undefined : { veto: `contains ${word}` };
      }),
  },
  {
    name: "signs what it has let pass each time",
    failsAt: "examples: what it has let pass",
    breakPlugin: (good) =>
      before(good, (input) =>
        input.content.includes("[")
          ? { ...input, content: `${input.content} [checked]` }
          : undefined,
      ),
  },
  {
    name: "quotes what it refuses",
    failsAt: "examples: a veto does not quote",
    breakPlugin: (good) =>
      before(good, ({ content }) => {
        return content.includes("forbidden") ? { veto: `not allowed: ${content}` } : undefined;
      }),
  },
  {
    name: "hides why a write failed",
    failsAt: "failures: a write that the store refuses",
    breakPlugin: (good) =>
      withHooks(good, {
        settled: () => {
          throw new Error("nothing was written");
        },
      }),
  },
  {
    name: "counts writes before they are committed",
    failsAt: "failures: writes that the store refused",
    breakPlugin: (good) => {
      let writes = 0;
      return before(good, () => ((writes += 1) > 100 ? { veto: "too many" } : undefined));
    },
  },
  {
    name: "makes an error of its own of an abort",
    failsAt: "failures: a hook whose call is aborted",
    breakPlugin: (good) =>
      before(good, (_input, { signal }) => {
        if (signal?.aborted) throw new Error("it was aborted");
      }),
  },
  {
    name: "counts the writes of all scopes together",
    failsAt: "isolation: what is written in one scope",
    breakPlugin: (good) => {
      let writes = 0;
      return before(good, () => ((writes += 1) > 100 ? { veto: "too many" } : undefined));
    },
  },
  {
    name: "counts the writes of all memories together",
    failsAt: "isolation: what is written in one memory",
    breakPlugin: (good) =>
      before(good, () => ((writesOfAll += 1) > 100 ? { veto: "too many" } : undefined)),
  },
  {
    name: "keeps a copy of everything at the root",
    failsAt: "isolation: nothing of one scope",
    breakPlugin: (good) => {
      let root: Memory | undefined;
      return {
        ...withHooks(good, {
          afterRemember: async ({ content, scope }) => {
            if (scope.length > 0) await root?.remember(content);
          },
        }),
        extend: (memory) => {
          root = memory;
        },
      };
    },
  },
  {
    name: "keeps the input of the call in one place for all calls",
    failsAt: "isolation: many calls at once",
    breakPlugin: (good) => {
      let current: RememberInput | undefined;
      return before(good, async (input) => {
        current = input;
        await new Promise(setImmediate);
        return current;
      });
    },
  },
  {
    name: "cannot be closed before it was used",
    failsAt: "close: closing goes well",
    breakPlugin: (good) => {
      let isOpen = false;
      return {
        ...before(good, () => void (isOpen = true)),
        close: () => {
          if (!isOpen) throw new Error("not open");
        },
      };
    },
  },
  {
    name: "closes what all memories share",
    failsAt: "close: another memory",
    breakPlugin: (good) => ({
      ...before(good, () => {
        if (isResourceClosed) throw new MemoryError("closed", "the list is closed");
      }),
      close: () => {
        isResourceClosed = true;
      },
    }),
  },
  {
    name: "writes every text in lower case, which only whole memories show to be a change",
    failsAt: "a memory with it, receipts: the record of a receipt",
    breakPlugin: (good) =>
      before(good, (input) =>
        input.key === "tea" ? { ...input, content: input.content.toLowerCase() } : undefined,
      ),
  },
];

/** The good plugin for some inputs only. */
function onlyFor(
  good: AnyPlugin,
  isFor: (input: RememberInput, context: HookContext) => boolean,
): AnyPlugin {
  const inner = good.hooks?.beforeRemember as Remember;
  return withHooks(good, {
    beforeRemember: (input, context) =>
      isFor(input, context) || !WORD.test(input.content)
        ? (inner(input, context) as RememberInput | undefined)
        : undefined,
  });
}
