/** Text of a file after its variables were filled in. */
type Interpolated =
  | { readonly text: string; readonly missing?: undefined }
  | { readonly text?: undefined; readonly missing: string };

/**
 * Fills in `${NAME}` and `${NAME:-otherwise}`; `$${` stands for `${`. Empty variables count as
 * missing ones. Returns the name of the first that is missing.
 */
export function interpolate(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): Interpolated {
  let missing: string | undefined;
  const filled = text.replaceAll(/\$\$\{|\$\{[A-Za-z_]\w*(?::-[^}]*)?\}/gu, (found) => {
    if (found === "$${") return "${";
    const [name = "", otherwise] = found.slice(2, -1).split(/:-(.*)/su);
    const value = env[name] ?? "";
    if (value !== "" || otherwise !== undefined) return value === "" ? (otherwise ?? "") : value;
    missing ??= name;
    return found;
  });
  return missing === undefined ? { text: filled } : { missing };
}

/** Returns a value of TOML with each text in it mapped. */
export function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((part: unknown) => mapTexts(part, map));
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, mapTexts(part, map)]),
  );
}
