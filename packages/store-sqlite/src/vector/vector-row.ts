/** More rows than records can ever have. */
export const ROWS_PER_SPACE: number = 2 ** 36;

/** The row of the vector that a record has in a space. */
export function vectorRow(space: number, record: number): number {
  return space * ROWS_PER_SPACE + record;
}

/** SQL for the same; both arguments are SQL. */
export function vectorRowSql(space: string, record: string): string {
  return `${space} * ${ROWS_PER_SPACE} + ${record}`;
}
