import type { BaseMessage } from "@langchain/core/messages";

import { UNKNOWN_TRUST } from "../tools/turn-trust.js";
import type { AgentRun } from "./agent-run.js";

/** Most texts that are kept for one run; what was recalled first is recalled again. */
const MAX_TEXTS = 64;
/**
 * Most runs within one run that texts are kept for; those that nothing was asked of for longest go.
 */
const MAX_PATHS = 1_024;

/** What the memory has to say to a message. */
export interface Recalled {
  /** Fenced; empty if there is nothing. */
  readonly text: string;
  /** The least trust of what the text holds. */
  readonly trust: number;
}

/** What was recalled for a message in a run. */
interface Recall {
  readonly run: AgentRun;
  readonly asked: BaseMessage;
  readonly found: Promise<Recalled>;
}

/** Where no message asks for anything. */
const NOTHING: Recalled = { text: "", trust: 1 };

/**
 * The texts that were recalled for the turns under way, so that all model calls of a turn get the
 * same bytes. They are kept with the run and go with it, however it ends. Nothing is written to the
 * state of the agent, which checkpoints would keep.
 */
export class TurnRecalls {
  readonly #byRun = new WeakMap<object, Map<string, Recall[]>>();

  /**
   * What was recalled for this message in this run, or else what `recall` gives. A recall that
   * fails is forgotten. Once the message has been summarised away, it is the last of the run.
   */
  async recalledFor(
    asked: BaseMessage | undefined,
    run: AgentRun,
    recall: (asked: BaseMessage) => Promise<Recalled>,
  ): Promise<Recalled> {
    const recalls = this.#recallsOf(run, asked);
    const known = recalls.findLast(
      (one) => isSameRun(one.run, run) && (!asked || isSameMessage(one.asked, asked)),
    );
    if (known) return known.found;
    if (!asked) return NOTHING;
    const fresh = { run, asked, found: recall(asked) };
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

  /** The least trust of all that this run was shown, also for messages that are gone. */
  async leastTrust(asked: BaseMessage | undefined, run: AgentRun): Promise<number> {
    const recalls = this.#recallsOf(run, asked).filter((one) => isSameRun(one.run, run));
    const trusts = recalls.map(({ found }) =>
      found.then(
        ({ trust }) => trust,
        () => UNKNOWN_TRUST,
      ),
    );
    return Math.min(1, ...(await Promise.all(trusts)));
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

/** Runs within one run share its identity, and may still be of different users. */
function isSameRun(a: AgentRun, b: AgentRun): boolean {
  return a.path === b.path && a.givenContext === b.givenContext && a.threadId === b.threadId;
}

function isSameMessage(a: BaseMessage, b: BaseMessage): boolean {
  return a === b || (a.id !== undefined && a.id === b.id);
}
