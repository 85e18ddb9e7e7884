/** What is used of a tool. */
export interface NamedTool {
  readonly name: string;
  readonly description?: string | undefined;
}

/** What joins words in names. */
const JOINTS = /[\s_./:-]+/gu;

/** The words of a name: `sendEmail`, `send_email` and `send-email` are `send email`. */
export function nameWords(name: string): string {
  return name
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, " ")
    .replaceAll(JOINTS, " ")
    .trim()
    .toLowerCase();
}

/** A tool as a text with a meaning. */
export function toolText({ name, description = "" }: NamedTool): string {
  return description.trim() === "" ? nameWords(name) || name : `${nameWords(name)}: ${description}`;
}

/**
 * How a query names a tool: 2: it is the name; 1: a name of several words stands in it; 0: neither.
 */
export function nameFit(query: string, name: string): 0 | 1 | 2 {
  const words = nameWords(name);
  if (nameWords(query) === words) return 2;
  const isTelling = words.includes(" ");
  return isTelling && hasWhole(query.toLowerCase(), name.toLowerCase()) ? 1 : 0;
}

/** Whether a name stands in a text and does not go on before or after it. */
function hasWhole(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const around = text.slice(0, at).slice(-1) + text.slice(at + name.length).slice(0, 1);
    if (!/[\p{L}\p{N}_-]/u.test(around)) return true;
  }
  return false;
}
