import { runInTerminal } from "../test/session/terminal.ts";

/** A recorded session of a page: lines after `$ `, each with what it printed. */
const BLOCK = /^```console(?<name> [\w-]+)?\n(?<body>[\s\S]*?)^```$/gmu;
/** A preparation that readers do not see, such as `<!-- ! diary -->`, before a session. */
const HIDDEN = /^<!-- (?<line>! .+) -->$/gmu;

/** Escape sequences of colours. */
const COLOURS = /\p{Cc}\[[\d;]*m/gu;

/** Width of the terminal that pages are recorded in. */
export const COLUMNS = 80;

/** A page with sessions as they run now, and the sessions that have names, with their colours. */
export interface RecordedPage {
  readonly page: string;
  readonly sessions: ReadonlyMap<string, string>;
}

/** Runs all lines of a page, in order and in one home, and puts in what they print. */
export async function recordPage(page: string): Promise<RecordedPage> {
  const parts = [
    ...[...page.matchAll(HIDDEN)].map(({ index, groups }) => ({
      index,
      lines: [groups?.["line"] ?? ""],
    })),
    ...[...page.matchAll(BLOCK)].map(({ index, groups }) => ({
      index,
      lines: promptsOf(groups?.["body"] ?? "").map((line) => line.slice(2)),
    })),
  ].toSorted((a, b) => a.index - b.index);
  const lines = parts.flatMap((part) => part.lines);
  const shown = await runInTerminal(lines, COLUMNS);
  const prompts = lines.filter((line) => !line.startsWith("! ")).map((line) => `$ ${line}`);
  const outputs = splitAt(shown, prompts);
  const sessions = new Map<string, string>();
  let next = 0;
  const recorded = page.replaceAll(BLOCK, (_, name: string | undefined, body: string) => {
    const count = promptsOf(body).length;
    const output = outputs.slice(next, next + count).join("");
    next += count;
    if (name !== undefined) sessions.set(name.trim(), output);
    return `\`\`\`console${name ?? ""}\n${output.replaceAll(COLOURS, "")}\`\`\``;
  });
  return { page: recorded, sessions };
}

function promptsOf(body: string): string[] {
  return body.split("\n").filter((line) => line.startsWith("$ "));
}

/** Divides what a terminal showed before each of these lines. */
function splitAt(shown: string, lines: readonly string[]): string[] {
  let from = 0;
  const places = lines.map((line) => {
    const place = shown.indexOf(`${line}\n`, from);
    if (place === -1) throw new Error(`terminal did not show the line ${line}`);
    from = place + line.length;
    return place;
  });
  return places.map((place, index) => shown.slice(place, places[index + 1]));
}
