/** Most places where an object may begin that are tried. */
const MAX_TRIES = 5;

/** Finds the first JSON object of a text, whatever stands around it, that passes a test. */
export function findObject(
  text: string,
  isWanted: (value: object) => boolean,
): Readonly<Record<string, unknown>> | undefined {
  let start = text.indexOf("{");
  for (let tries = 0; start !== -1 && tries < MAX_TRIES; tries += 1) {
    const end = endOfObject(text, start);
    const value = end === undefined ? undefined : parse(text.slice(start, end));
    if (value && isWanted(value)) return value as Readonly<Record<string, unknown>>;
    start = text.indexOf("{", start + 1);
  }
  return undefined;
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns where the object that begins somewhere ends; `undefined` if it does not. */
function endOfObject(text: string, start: number): number | undefined {
  let [depth, isInString] = [0, false];
  for (let index = start; index < text.length; index += 1) {
    const unit = text.charAt(index);
    if (isInString && unit === "\\") index += 1;
    else if (unit === '"') isInString = !isInString;
    else if (!isInString && unit === "{") depth += 1;
    else if (!isInString && unit === "}") depth -= 1;
    if (depth === 0 && !isInString) return index + 1;
  }
  return undefined;
}
