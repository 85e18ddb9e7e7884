import type { Filter } from "@kioku/core";
import { MOST_UNTRUSTED } from "@kioku/core/toolkit";
import { continueOnError, memoryOfThread, readShown, type ReadText } from "@kioku/tools";
import type { BaseMessage } from "@langchain/core/messages";

import { memoryOf } from "../tools/memory-source.js";
import { MESSAGE_ID } from "../tools/memory-tools.js";
import { messageText } from "../tools/turn-trust.js";
import type { AgentRun } from "./agent-run.js";
import type { ResolvedMiddlewareOptions } from "./memory-middleware-options.js";
import { lastAsked } from "./turn.js";

/** Most texts per run; older ones are recalled again. */
const MAX_TEXTS = 64;
/** Most runs within one run; the least recently used go first. */
const MAX_PATHS = 1_024;
/** Most messages that a recall excludes, newest first. */
const MAX_EXCLUDED = 1_000;

/** Fenced text of memories, or an empty one, and the memories in it. */
interface Recalled {
  readonly text: string;
  readonly read: readonly ReadText[];
}

/** Stands for memories that nothing is known of. */
const UNKNOWN: ReadText = { text: "", trust: MOST_UNTRUSTED, isFresh: true };

interface Recall {
  readonly run: AgentRun;
  readonly asked: BaseMessage;
  readonly found: Promise<Recalled>;
}

/**
 * Texts recalled for open turns, so that all model calls of a turn get the same bytes. They live as
 * long as the run, and stay out of the agent's state and so out of checkpoints.
 */
export class TurnMemory {
  readonly #options: ResolvedMiddlewareOptions;
  readonly #byRun = new WeakMap<object, Map<string, Recall[]>>();

  constructor(options: ResolvedMiddlewareOptions) {
    this.#options = options;
  }

  /**
   * Returns the text for this message, recalled once per message and run unless that failed. For a
   * message that was summarised away it is the last text of the run.
   */
  async recalledFor(
    asked: BaseMessage | undefined,
    run: AgentRun,
    messages: readonly BaseMessage[],
  ): Promise<Recalled> {
    const recalls = this.#recallsOf(run, asked);
    const known = recalls.findLast(
      (one) => isSameRun(one.run, run) && (!asked || isSameMessage(one.asked, asked)),
    );
    if (known) return known.found;
    if (!asked) return { text: "", read: [] };
    const fresh = { run, asked, found: recallText(asked, { run, messages }, this.#options) };
    recalls.push(fresh);
    if (recalls.length > MAX_TEXTS) recalls.shift();
    try {
      return await fresh.found;
    } catch (error) {
      const index = recalls.indexOf(fresh);
      if (index !== -1) recalls.splice(index, 1);
      throw error;
    }
  }

  /** Returns all memories that the run was shown. A resumed run may recall again. */
  async shownTexts(messages: readonly BaseMessage[], run: AgentRun): Promise<readonly ReadText[]> {
    if (!this.#options.recall) return [];
    const asked = lastAsked(messages);
    await this.recalledFor(asked, run, messages);
    const recalls = this.#recallsOf(run, asked).filter((one) => isSameRun(one.run, run));
    const shown = await Promise.allSettled(recalls.map(({ found }) => found));
    return shown.flatMap((one) => (one.status === "fulfilled" ? one.value.read : [UNKNOWN]));
  }

  #recallsOf(run: AgentRun, asked: BaseMessage | undefined): Recall[] {
    const identity = run.identity ?? asked;
    if (!identity) return [];
    const byPath = this.#byRun.get(identity) ?? new Map<string, Recall[]>();
    this.#byRun.set(identity, byPath);
    const recalls = byPath.get(run.path) ?? [];
    byPath.delete(run.path);
    byPath.set(run.path, recalls);
    const [oldest] = byPath.keys();
    if (byPath.size > MAX_PATHS && oldest !== undefined) byPath.delete(oldest);
    return recalls;
  }
}

/** Compares more than the identity: runs within one run may be of different users. */
function isSameRun(a: AgentRun, b: AgentRun): boolean {
  return a.path === b.path && a.givenContext === b.givenContext && a.threadId === b.threadId;
}

function isSameMessage(a: BaseMessage, b: BaseMessage): boolean {
  return a === b || (a.id !== undefined && a.id === b.id);
}

/** Recalls for a message, without the messages sent to the model. */
async function recallText(
  asked: BaseMessage,
  { run, messages }: { readonly run: AgentRun; readonly messages: readonly BaseMessage[] },
  options: ResolvedMiddlewareOptions,
): Promise<Recalled> {
  const query = messageText(asked);
  if (!options.recall || query.trim() === "") return { text: "", read: [] };
  const { settings, prompt } = options.recall;
  const { signal, threadId } = run;
  const chosen = memoryOf(options.memory, run);
  const filter = unlessSent(messages, threadId, settings.filter);
  const found = await continueOnError(
    "the agent goes on without what it remembers: recalling failed",
    { ...options, signal },
    async () => {
      const memory = memoryOfThread(chosen, threadId, { keepsContext: false });
      return memory.context({ ...settings, filter, query }, { ...prompt, signal });
    },
  );
  if (!found) return { text: "", read: [UNKNOWN] };
  return { text: found.text, read: readShown(found) };
}

/** Excludes sent messages, by thread as well: an app may number the messages of each thread. */
function unlessSent(
  messages: readonly BaseMessage[],
  threadId: string | undefined,
  filter: Filter | undefined,
): Filter | undefined {
  const ids = messages.flatMap(({ id }) => id ?? []).slice(-MAX_EXCLUDED);
  if (ids.length === 0) return filter;
  const unsent = { $not: { [MESSAGE_ID]: { $in: ids }, "@thread": threadId ?? null } };
  return filter === undefined ? unsent : { $and: [filter, unsent] };
}
