const PLACE = /\{(?<index>\d)(?:\|(?<one>[^|}]*)\|(?<other>[^}]*))?\}/gu;

/**
 * Puts values into the places of a text: `{0}`, or `{0|one word|# words}` by a number. Numbers are
 * written as the language does.
 */
export function fill(text: string, values: readonly (string | number)[], language: string): string {
  return text.replaceAll(PLACE, (...found) => {
    const { index, one, other } = found.at(-1) as Readonly<Record<string, string | undefined>>;
    const value = values[Number(index)] ?? "";
    const shown = typeof value === "number" ? value.toLocaleString(language) : value;
    if (one === undefined || other === undefined) return shown;
    return (value === 1 || value === "1" ? one : other).replaceAll("#", () => shown);
  });
}
