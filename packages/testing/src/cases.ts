import type { ConformanceRequirement } from "./conformance-case.js";

/** Checks by what has to hold, as a sentence. */
export type Checks<Subject> = Readonly<Record<string, (subject: Subject) => Promise<void>>>;

/** A case of a suite, before it is bound to what is tested. */
export interface Case<Subject, Requirement extends ConformanceRequirement> {
  readonly group: string;
  readonly name: string;
  readonly requires: readonly Requirement[];
  readonly check: (subject: Subject) => Promise<void>;
}

/** Makes a case of every check; all of them need the same. */
export function casesOf<Subject, Requirement extends ConformanceRequirement>(
  group: string,
  requires: readonly Requirement[],
  checks: Checks<Subject>,
): readonly Case<Subject, Requirement>[] {
  return Object.entries(checks).map(([name, check]) => ({ group, name, requires, check }));
}

/** Makes checks of every row of a table. */
export function checksOf<Row, Subject>(
  rows: readonly Row[],
  toChecks: (row: Row) => Checks<Subject>,
): Checks<Subject> {
  return Object.fromEntries(rows.flatMap((row) => Object.entries(toChecks(row))));
}
