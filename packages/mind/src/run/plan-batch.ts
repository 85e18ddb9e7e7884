import type { CallOptions, RememberInput } from "@kioku/core";

import type { PlannedChange, Refusal } from "../api/runs.js";
import { checkProposals, checkSummarySentence } from "../gate/check-proposals.js";
import { wordWeights } from "../keep/word-weights.js";
import type { Batch } from "../model/batch.js";
import { KINDS } from "../model/kinds.js";
import type { MindHost } from "../model/mind-host.js";
import type { Change, Proposal, RefusalReason } from "../model/operation.js";
import type { Turn } from "../model/turn.js";
import type { ModelAnswer } from "../proposals/ask-model.js";
import type { SummarySentence } from "../records/episode-record.js";
import { recordToFact } from "../records/fact-record.js";
import { readByKeys } from "../records/read-records.js";
import { proposeByRule } from "../rules/propose-by-rule.js";
import { applyChanges, type Known } from "./apply-changes.js";
import type { BudgetedModel, ModelFailure } from "./ask-in-budget.js";
import { Claims, claimsOf } from "./claims.js";
import { planEpisodes, readLastEpisode } from "./plan-episodes.js";
import type { LastEpisode, ModelSummary } from "./plan-episodes.js";
import { SubjectFacts } from "./subject-facts.js";

/** Inputs that a batch would write, and what they mean. */
export interface BatchPlan {
  readonly inputs: readonly RememberInput[];
  readonly changes: readonly PlannedChange[];
  readonly refused: readonly Refusal[];
  /** Refused operations that could not be read at all. */
  readonly malformed: number;
  /** Facts that are new. */
  readonly added: number;
  /** Keys of facts and episodes, with the versions before. */
  readonly written: readonly { readonly key: string; readonly before: number }[];
}

/** Answers of a model by thread, kept if the batch is planned anew. */
export type Answers = Map<string, Extract<ModelAnswer, { readonly isUsable: true }>>;

/** Run, model and answers that a batch is planned with. */
export interface PlanContext extends CallOptions {
  readonly run: string;
  readonly model: BudgetedModel | undefined;
  readonly answers: Answers;
}

/** Turns of one thread, with what is known. */
interface Thread {
  readonly batch: Batch;
  readonly last: LastEpisode;
}

/** Plans what is to be written for turns; a failure of the model is returned. */
export async function planBatch(
  host: MindHost,
  turns: readonly Turn[],
  context: PlanContext,
): Promise<BatchPlan | ModelFailure> {
  const { run, signal } = context;
  const known = await readKnown(host, turns, { signal });
  const threads: (Thread & { readonly checked: CheckedThread })[] = [];
  for (const [thread, ofThread] of Map.groupBy(turns, (turn) => turn.thread)) {
    const one = await readThread(host, { thread, turns: ofThread, known }, { signal });
    const checked = await propose(host, one, context);
    if ("problem" in checked) return checked;
    threads.push({ ...one, checked });
  }
  const all = threads.flatMap(({ checked }) => checked.changes);
  const plan = await applyChanges(host, { turns, changes: all, known }, { signal });
  const refused = [...threads.flatMap(({ checked }) => checked.refused), ...plan.refused];
  const inputs = [...plan.facts.toInputs(run), ...plan.claims.toInputs()];
  const changes = [...plan.facts.changes];
  for (const { batch, last, checked } of threads) {
    const episodes = await planEpisodes(
      host,
      { turns: batch.turns, last },
      { weights: batch.weights, run, signal, model: checked.summary },
    );
    inputs.push(...episodes.inputs);
    changes.push(...episodes.changes);
  }
  const written = inputs.flatMap(({ key, kind, ifVersion = 0 }) =>
    key !== undefined && (kind === KINDS.fact || kind === KINDS.episode)
      ? [{ key, before: ifVersion }]
      : [],
  );
  inputs.push(...plan.subjects.toInputs());
  const malformed = threads.reduce((sum, { checked }) => sum + checked.malformed, 0);
  return { inputs, changes, refused, malformed, added: plan.facts.added, written };
}

async function readKnown(
  { memory }: MindHost,
  turns: readonly Turn[],
  options: CallOptions,
): Promise<Known> {
  const speakers = turns.map(({ subject }) => subject);
  const subjects = await SubjectFacts.read(memory, speakers, options);
  const facts = await readByKeys(memory, subjects.keys, options);
  const claims = await Claims.read(memory, turns.flatMap(claimsOf), options);
  return { subjects, facts, claims, weights: await wordWeights(memory, turns) };
}

async function readThread(
  host: MindHost,
  asked: { readonly thread: string; readonly turns: readonly Turn[]; readonly known: Known },
  options: CallOptions,
): Promise<Thread> {
  const { thread, known } = asked;
  const turns = asked.turns.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const last = await readLastEpisode(host, thread, options);
  const ids = new Set(turns.map(({ id }) => id));
  const before = (last.open?.turns ?? []).filter(({ id }) => !ids.has(id)).slice(-3);
  const subjects = new Set(turns.map(({ subject }) => subject));
  const facts = [...known.facts.values()]
    .flatMap((record) => recordToFact(record) ?? [])
    .filter(({ subject, validTo }) => validTo === undefined && subjects.has(subject))
    .toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime());
  const isForgotten = (hash: string): boolean => known.claims.isForgotten(hash);
  return { batch: { turns, before, facts, weights: known.weights, isForgotten }, last };
}

interface CheckedThread {
  readonly changes: readonly { readonly change: Change; readonly reason: string }[];
  readonly refused: readonly Refusal[];
  readonly malformed: number;
  readonly summary: ModelSummary | undefined;
}

/** Lets rules and the model propose, and checks what they do. */
async function propose(
  host: MindHost,
  { batch, last }: Thread,
  { model, answers, signal }: PlanContext,
): Promise<CheckedThread | ModelFailure> {
  const byRule = proposeByRule(batch, { keepShare: host.keepShare });
  const thread = batch.turns[0]?.thread ?? "";
  const summary = last.open?.episode.summary.map(({ text }) => text) ?? [];
  let answer = answers.get(thread);
  if (!answer && model) {
    const result = await model.ask({ batch, summary }, { signal });
    if (result && "failure" in result) return result.failure;
    answer = result?.answer;
    if (answer) answers.set(thread, answer);
  }
  const proposals = [...byRule, ...(answer?.proposals ?? [])];
  const { changes, refused } = checkProposals(proposals, batch);
  const ids = new Set(batch.turns.map(({ id }) => id));
  return {
    changes: changes.map((change) => ({ change, reason: reasonOf(change, proposals) })),
    refused: refused.map(({ proposal, reason }) => toRefusal(proposal, reason, ids)),
    malformed: answer?.malformed ?? 0,
    summary: answer && model && checkSummary(answer, batch, model.id),
  };
}

/** Returns the reason of the proposal that became a change. */
function reasonOf(change: Change, proposals: readonly Proposal[]): string {
  const evidence = "fact" in change ? change.fact.evidence : change.evidence;
  const sources = new Set(evidence.map(({ source, quote }) => `${source} ${quote}`));
  const proposal = proposals.find(
    (one) =>
      (!("fact" in change) || ("text" in one && one.text === change.fact.text)) &&
      one.evidence.some(({ source, quote }) => sources.has(`${source} ${quote}`)),
  );
  return (proposal?.reason ?? change.change).slice(0, 300);
}

function toRefusal(proposal: Proposal, reason: RefusalReason, ids: ReadonlySet<string>): Refusal {
  const { op, by, evidence } = proposal;
  const text = "text" in proposal ? proposal.text.slice(0, 1000) : "";
  const sources = new Set(evidence.flatMap(({ source }) => (ids.has(source) ? source : [])));
  return { op, text, reason, sources: [...sources], by };
}

/** Keeps what the turns prove of a model's summary and title. */
function checkSummary(
  { title, summary }: Extract<ModelAnswer, { readonly isUsable: true }>,
  batch: Batch,
  by: string,
): ModelSummary {
  const sentences = summary.flatMap((sentence): readonly SummarySentence[] => {
    const checked = checkSummarySentence(sentence, batch);
    return checked.isProven ? [{ text: sentence.text, evidence: checked.evidence, by }] : [];
  });
  const evidence = sentences.flatMap((sentence) => sentence.evidence).slice(0, 10);
  const isProven =
    title !== undefined && checkSummarySentence({ text: title, evidence }, batch).isProven;
  return { sentences, title: isProven ? title : undefined };
}
