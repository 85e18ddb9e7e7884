import { type AgentFile, UnreadableFile } from "./agent-file.js";

interface Marks {
  readonly begin: string;
  readonly end: string;
}

interface BlockFile {
  readonly path: string;
  readonly text: string;
  readonly head?: string;
  /** Comments around the block. */
  readonly marks?: Marks;
}

const MARKDOWN: Marks = { begin: "<!-- kioku:begin -->", end: "<!-- kioku:end -->" };

/** Returns a file, of Markdown if nothing else is said, with a block between two comments. */
export function blockFile(file: BlockFile): AgentFile {
  const { path, text: content, head = "", marks = MARKDOWN } = file;
  const block = `${marks.begin}\n${content}\n${marks.end}`;
  return {
    path,
    lines: `${block}\n`,
    add: (text) => {
      if (text === undefined || text.trim() === "") return `${head}${block}\n`;
      const eol = text.includes("\r\n") ? "\r\n" : "\n";
      const own = block.replaceAll("\n", eol);
      const place = findBlock(text, marks);
      if (place) return text.slice(0, place.start) + own + text.slice(place.end);
      // A file without an end of line at its end gets none.
      return text.endsWith("\n") ? `${text}${eol}${own}${eol}` : `${text}${eol}${eol}${own}`;
    },
    remove: (text) => {
      const place = findBlock(text, marks);
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

interface Block {
  readonly start: number;
  readonly end: number;
}

function findBlock(text: string, marks: Marks): Block | undefined {
  const start = text.indexOf(marks.begin);
  const end = text.indexOf(marks.end);
  if (start === -1 && end === -1) return undefined;
  const isOnce = text.lastIndexOf(marks.begin) === start && text.lastIndexOf(marks.end) === end;
  if (isOnce && start !== -1 && end > start) return { start, end: end + marks.end.length };
  throw new UnreadableFile(
    `it does not have ${marks.begin} and ${marks.end} once each, in this order`,
  );
}

function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/u, "");
}
