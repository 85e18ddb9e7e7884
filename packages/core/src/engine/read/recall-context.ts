import type { PromptContext, PromptOptions } from "../../api/prompt-context.js";
import type { RecalledMemory, RecallQuery } from "../../api/queries.js";
import { Slices } from "../../internal/async/timers.js";
import { checkObject } from "../../internal/check/check.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import { recordKey } from "../../internal/record-key.js";
import type { CallOptions } from "../../model/call-options.js";
import { compareText } from "../../model/compare-text.js";
import { CONTEXT_LIMIT, MAX_LIMIT } from "../../model/limits.js";
import type { Scope } from "../../model/scope.js";
import { buildContextFor } from "../../prompt/build-context.js";
import { checkPromptOptions } from "../../prompt/check-prompt-options.js";
import { weighSpontaneous } from "../../ranking/spontaneous.js";
import { saidKeys } from "../../text/duplicate-keys.js";
import type { Engine } from "../engine.js";
import { limitAllUntrusted, untrustedLimit } from "../untrusted-share.js";
import { type CheckedQuery, checkRecallQuery } from "./check-recall-query.js";
import { engineAt } from "./engine-at.js";
import { recallable } from "./find-searchable.js";
import { type PlanCall, planRecall } from "./recall-plan.js";
import { and, type Answer, recall, recallOnce } from "./recall.js";

/** Tokens of a short memory in a prompt, and of the shortest. */
const TOKENS_PER_MEMORY = 40;
const LEAST_TOKENS = 25;
const MOST_RECALLED = 200;
/** Memories that are there whatever is asked, beside the newest. */
const IMPORTANT = parseFilter({ "@importance": { $gt: 0.5 } });

/** Returns the number of memories to recall for a budget of tokens. */
export function contextLimit(budget: number, tokens: number = TOKENS_PER_MEMORY): number {
  const count = Math.ceil(budget / tokens);
  return Math.min(Math.max(count, CONTEXT_LIMIT), MOST_RECALLED);
}

/** Recalls memories, or takes those of most weight, and writes them as text of a prompt. */
export async function recallContext(
  engine: Engine,
  given: string | Partial<RecallQuery>,
  call: PromptOptions & CallOptions & { readonly scope: Scope },
): Promise<PromptContext> {
  const { signal, scope, ...prompt } = call;
  const { budget } = checkPromptOptions(prompt);
  const asked = typeof given === "string" ? { query: given } : given;
  checkObject(asked, "query");
  const { query = "" } = asked;
  const isAll = asked.limit === undefined && (asked.query === undefined || asked.minScore === 0);
  const { limit = contextLimit(budget, isAll ? LEAST_TOKENS : undefined) } = asked;
  const recalled: RecallQuery = { ...asked, query, limit };
  const slices = new Slices();
  const found = await recall(engine, recalled, {
    signal,
    scope,
    operation: "context",
    check: asked.query === undefined ? checkWithoutQuery : checkRecallQuery,
    find: async (now, checked, of) => {
      const most = asked.limit === undefined ? CONTEXT_LIMIT : checked.limit;
      const part = { ...of, answer: Math.min(most, checked.limit) };
      const some = checked.text === "" ? NOTHING : await recallDistinct(now, checked, part);
      const isDone = some.memories.length >= checked.limit || !(isAll || checked.text === "");
      return isDone ? some : addOthers(now, some, { ...part, asked: checked });
    },
  });
  await slices.pause();
  return buildContextFor({ query, isAll }, found, prompt);
}

const NOTHING: Answer = { memories: [], omitted: undefined, hasCandidates: false };

/** Checks the other options of a query without text. */
function checkWithoutQuery(given: string | RecallQuery, name?: string): CheckedQuery {
  const query = { ...(given as RecallQuery), query: "" };
  return { ...checkRecallQuery({ ...query, query: "anything" }, name), query, text: "" };
}

/** Returns the best memories with distinct texts, and their repetitions. */
async function recallDistinct(engine: Engine, asked: CheckedQuery, of: PlanCall): Promise<Answer> {
  for (let { limit } = asked; ; limit = Math.min(limit * 4, MAX_LIMIT)) {
    const found = await recallOnce(engine, { ...asked, limit }, of);
    const { memories } = found;
    const said = new Set<string>();
    for (const [index, key] of saidKeys(memories).entries()) {
      said.add(key);
      if (said.size > asked.limit) return { ...found, memories: memories.slice(0, index) };
    }
    const isDone = said.size === asked.limit || memories.length < limit || limit === MAX_LIMIT;
    if (isDone) return found;
  }
}

/** Fills an answer with what the query did not find, by importance and use. */
async function addOthers(
  present: Engine,
  found: Answer,
  { asked, ...call }: PlanCall & { readonly asked: CheckedQuery },
): Promise<Answer> {
  const { selection, limits, now, signal } = await planRecall(present, asked, call);
  const { knownAt } = asked.asOf;
  const engine = await engineAt(present, { selection, knownAt, search: "words", signal });
  const order = { orderBy: "createdAt", order: "desc", limit: MAX_LIMIT } as const;
  const listed = { ...recallable(selection, now), ...selection, ...order };
  const { items, cursor } = await engine.store.list(listed, { signal });
  const records = [...items];
  if (cursor !== undefined) {
    const where = and(IMPORTANT, selection.where);
    records.push(...(await engine.store.list({ ...listed, where }, { signal })).items);
  }
  const known = new Set(found.memories.map(recordKey));
  const others = new Map(records.map((record) => [recordKey(record), record]));
  const added = [...others]
    .filter(([key, { id }]) => !known.has(key) && !asked.exclude.has(id))
    .map(([, record]): RecalledMemory => {
      const { share } = weighSpontaneous(record, now);
      return { ...record, score: share, relevance: 0, reason: "spontaneous" };
    })
    .toSorted((a, b) => b.score - a.score || compareText(b.id, a.id));
  // Matches come first.
  const behind = asked.text === "" ? added : added.map((one) => ({ ...one, score: 0 }));
  const most = untrustedLimit(engine.untrustedShare, limits.answer);
  const all = limitAllUntrusted([...found.memories, ...behind], most);
  const memories = all.slice(0, asked.limit);
  return { ...found, memories, hasCandidates: memories.length > 0 };
}
