/** Settings of a page by name: numbers and texts. */
export type Settings = Readonly<Record<string, number | string>>;

/** Least and most of a setting, the step, and how a value is written. */
export type Range = readonly [
  min: number,
  max: number,
  step: number,
  show?: (value: number) => string,
];

/** Reads settings from an address; what is missing or no number stays as it is at first. */
export function readSettings<S extends Settings>(
  first: S,
  query: Readonly<Record<string, string>>,
): S {
  const read = Object.entries(first).map(([name, usual]) => {
    const text = query[name];
    if (text === undefined || typeof usual === "string") return [name, text ?? usual];
    const value = Number(text);
    return [name, text !== "" && Number.isFinite(value) ? value : usual];
  });
  return Object.fromEntries(read) as S;
}

/** Writes settings for an address; empty: as at first. */
export function writeSettings<S extends Settings>(
  first: S,
  settings: S,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      value === first[name] ? "" : String(value),
    ]),
  );
}
