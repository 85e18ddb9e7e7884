import { type AgentFile, UnreadableFile } from "./agent-file.js";

const BEGIN = "<!-- kioku:begin -->";
const END = "<!-- kioku:end -->";

interface BlockFile {
  readonly path: string;
  readonly text: string;
  readonly head?: string;
}

/** Returns a Markdown file with a block between two comments. */
export function blockFile({ path, text: content, head = "" }: BlockFile): AgentFile {
  const block = `${BEGIN}\n${content}\n${END}`;
  return {
    path,
    lines: `${block}\n`,
    add: (text) => {
      if (text === undefined || text.trim() === "") return `${head}${block}\n`;
      const eol = text.includes("\r\n") ? "\r\n" : "\n";
      const own = block.replaceAll("\n", eol);
      const place = findBlock(text);
      if (place) return text.slice(0, place.start) + own + text.slice(place.end);
      // A file without an end of line at its end gets none.
      return text.endsWith("\n") ? `${text}${eol}${own}${eol}` : `${text}${eol}${eol}${own}`;
    },
    remove: (text) => {
      const place = findBlock(text);
      if (!place) return text;
      const before = text.slice(0, place.start);
      const after = text.slice(place.end);
      const rest =
        after === ""
          ? withoutLineEnd(withoutLineEnd(before))
          : withoutLineEnd(before) + after.replace(/^\r?\n/u, "");
      return rest.trim() === head.trim() ? undefined : rest;
    },
  };
}

function findBlock(text: string): { readonly start: number; readonly end: number } | undefined {
  const start = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (start === -1 && end === -1) return undefined;
  const isOnce = text.lastIndexOf(BEGIN) === start && text.lastIndexOf(END) === end;
  if (isOnce && start !== -1 && end > start) return { start, end: end + END.length };
  throw new UnreadableFile(`it does not have ${BEGIN} and ${END} once each, in this order`);
}

function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/u, "");
}
