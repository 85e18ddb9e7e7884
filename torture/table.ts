/** Counts as a table, one line each; counts by name are indented under their title. */
export function table(counts: object): string {
  return Object.entries(counts)
    .map(([name, value]: [string, unknown]) =>
      typeof value === "object" && value !== null
        ? `  ${name}\n${table(value).replaceAll(/^/gmu, "  ")}`
        : `  ${name.padEnd(24)}${String(value).padStart(12)}`,
    )
    .join("\n");
}
