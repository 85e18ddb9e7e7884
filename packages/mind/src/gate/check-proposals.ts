import type { Batch } from "../model/batch.js";
import type { Evidence } from "../model/fact.js";
import type { Change, Proposal, RefusalReason, RefusedProposal } from "../model/operation.js";
import { checkProposal } from "./check-proposal.js";
import { claimProblem } from "./claim.js";
import { ChangeCollector } from "./collect-changes.js";
import { viewBatch, type GateView } from "./gate-view.js";
import { evidenceOf, findPassages } from "./passages.js";
import { NO_PROPOSAL, readProposal } from "./read-proposal.js";

/** Most proposals of models, and of rules, that are looked at; the others are refused. */
const MAX_PROPOSALS = 100;
const MAX_BY_RULE = 1_000;

/** Result of the gate. */
export interface CheckedProposals {
  /** In the order of the proposals. */
  readonly changes: readonly Change[];
  /** Proposals that are not written, with the reasons. */
  readonly refused: readonly RefusedProposal[];
}

/** Result of the check of a sentence of a summary. */
export type CheckedSentence =
  | {
      readonly isProven: true;
      /** Its passages, as they stand in the turns. */
      readonly evidence: readonly Evidence[];
    }
  | { readonly isProven: false; readonly reason: RefusalReason };

/** Checks proposals against the turns of their batch and what is known. Never throws. */
export function checkProposals(proposals: readonly Proposal[], batch: Batch): CheckedProposals {
  const view = viewBatch(batch);
  const collector = new ChangeCollector(view);
  const refused: RefusedProposal[] = [];
  let [byModel, byRule] = [0, 0];
  for (const value of proposals) {
    const proposal = readProposal(value);
    if (proposal?.op === "noop") continue;
    if (proposal?.by === "rule") byRule += 1;
    else byModel += 1;
    if (!proposal || byModel > MAX_PROPOSALS || byRule > MAX_BY_RULE) {
      refused.push({ proposal: NO_PROPOSAL, reason: "malformed" });
      continue;
    }
    const checked = checkProposal(proposal, view);
    const reason = typeof checked === "string" ? checked : collector.push(checked);
    if (reason) refused.push({ proposal: withoutForeign(proposal, reason, view), reason });
  }
  return { changes: collector.changes, refused };
}

/** Checks a sentence of a summary as proposals are, but for its subject. Never throws. */
export function checkSummarySentence(
  sentence: { readonly text: string; readonly evidence: readonly Evidence[] },
  batch: Batch,
): CheckedSentence {
  const read = readProposal({ op: "add", by: "model", subject: "summary", ...sentence });
  if (read?.op !== "add") return { isProven: false, reason: "malformed" };
  const view = viewBatch(batch);
  const passages = findPassages(read.evidence, view.turns);
  if (typeof passages === "string") return { isProven: false, reason: passages };
  const reason = claimProblem({ text: read.text, passages, known: "" }, view);
  if (reason) return { isProven: false, reason };
  return { isProven: true, evidence: evidenceOf(passages) };
}

/** Removes parts that may be of another scope: unknown sources, and text that rests on them. */
function withoutForeign(proposal: Proposal, reason: RefusalReason, view: GateView): Proposal {
  const evidence = proposal.evidence.filter(({ source }) => view.turns.has(source));
  if (reason !== "unknown-source") return { ...proposal, evidence };
  return { ...proposal, evidence, ...("text" in proposal ? { text: "" } : {}) };
}
