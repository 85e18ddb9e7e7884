import type { ImportBudget, PackageBudget } from "./budgets.ts";

/** A figure beside what it may be. */
export interface BudgetLine {
  readonly subject: string;
  readonly measure: string;
  readonly measured: number;
  readonly budget: number;
  readonly why: string;
}

/** Each measure of a package or an entry point, beside its budget. */
export function budgetLines(
  subject: string,
  measured: Readonly<Record<string, number>>,
  budget: PackageBudget | ImportBudget | undefined,
): readonly BudgetLine[] {
  if (budget === undefined) {
    throw new Error(`${subject} has no budget: give it one in packaging/budgets/budgets.ts`);
  }
  const { why, ...limits } = budget;
  return Object.entries(limits).map(([measure, limit]) => {
    const figure = measured[measure];
    if (figure === undefined) throw new Error(`${subject}: ${measure} was not measured`);
    return { subject, measure, measured: figure, budget: limit, why };
  });
}

/** Returns a sentence per exceeded budget, with advice. */
export function overBudget(lines: readonly BudgetLine[]): readonly string[] {
  return lines
    .filter(({ measured, budget }) => measured > budget)
    .map(
      ({ subject, measure, measured, budget, why }) =>
        `${subject}: ${measure} is ${shown(measured)}, over its budget of ${shown(budget)} (${why}). Find what came in, or raise the budget in packaging/budgets/budgets.ts and say why.`,
    );
}

/** The lines as a table, one row for each subject, with the share of each budget that is used. */
export function budgetTable(lines: readonly BudgetLine[]): string {
  const subjects = [...new Set(lines.map(({ subject }) => subject))];
  const width = Math.max(...subjects.map(({ length }) => length));
  const rows = subjects.map((subject) => {
    const cells = lines.filter((line) => line.subject === subject);
    const texts = cells.map(({ measure, measured, budget }) =>
      `${measure} ${shown(measured)} (${Math.round((100 * measured) / Math.max(budget, 1e-9))} %)`.padEnd(
        26,
      ),
    );
    return `${subject.padEnd(width)}  ${texts.join(" ").trimEnd()}`;
  });
  return rows.join("\n");
}

function shown(figure: number): string {
  return Number.isInteger(figure) ? String(figure) : figure.toFixed(2);
}
