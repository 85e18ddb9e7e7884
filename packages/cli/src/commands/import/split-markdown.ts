import { fenceAfter, withoutComments } from "./markdown-lines.js";
import { MAX_PASSAGE, type Passage, withoutRepeats } from "./passage.js";
import { packBlocks } from "./split-text.js";

const HEADING = /^ {0,3}(?<marks>#{1,6})(?:[ \t](?<rest>.*))?$/u;
const UNDERLINE = /^ {0,3}(?<mark>=+|-{2,})[ \t]*$/u;
/** Beginnings of lines that are no paragraph, so that no underline makes a heading of them. */
const NO_PARAGRAPH = /^(?: {4}|\t| {0,3}(?:[-*+>|]|\d+[.)]|#{1,6}\s))/u;

interface Heading {
  readonly level: number;
  readonly title: string;
}

/** Text between two headings, by blocks that blank lines divide. */
interface Section {
  readonly headings: readonly Heading[];
  readonly blocks: string[];
}

/**
 * Divides Markdown into passages: the text under each heading, cut between paragraphs where it is
 * long. Comments are left out, since nobody sees them in the page.
 */
export function splitMarkdown(markdown: string): readonly Passage[] {
  const sections = readSections(markdown);
  return withoutRepeats(
    sections.flatMap((section, index) => toPassages(section, sections[index + 1])),
  );
}

function toPassages({ headings, blocks }: Section, next: Section | undefined): readonly Passage[] {
  const titles = headings.map(({ title }) => title).filter((title) => title !== "");
  const texts = packBlocks(blocks, MAX_PASSAGE);
  if (texts.length > 0) return texts.map((text) => ({ headings: titles, text }));
  const isAbove = (next?.headings.length ?? 0) > headings.length;
  const title = titles.at(-1);
  return isAbove || title === undefined ? [] : [{ headings: titles.slice(0, -1), text: title }];
}

function readSections(markdown: string): readonly Section[] {
  let section: Section = { headings: [], blocks: [] };
  const sections = [section];
  let block: string[] = [];
  let fence: string | undefined;
  const endBlock = (): void => {
    const text = block.join("\n").trim();
    if (text !== "") section.blocks.push(text);
    block = [];
  };
  const open = (heading: Heading): void => {
    endBlock();
    const above = section.headings.filter(({ level }) => level < heading.level);
    section = { headings: [...above, heading], blocks: [] };
    sections.push(section);
  };
  for (const line of withoutComments(markdown.split("\n"))) {
    const before = fence;
    fence = fenceAfter(fence, line);
    const isCode = before !== undefined || fence !== undefined;
    const heading = isCode ? undefined : (headingOf(line) ?? underlined(block, line));
    if (heading?.isUnderlined === true) block = [];
    if (heading !== undefined) open(heading);
    else if (!isCode && line.trim() === "") endBlock();
    else block.push(line);
  }
  endBlock();
  return sections;
}

type FoundHeading = Heading & { readonly isUnderlined: boolean };

function headingOf(line: string): FoundHeading | undefined {
  const { marks, rest = "" } = HEADING.exec(line)?.groups ?? {};
  if (marks === undefined) return undefined;
  return { level: marks.length, title: withoutClosing(rest.trim()), isUnderlined: false };
}

/** Cuts off marks at the end, as in `## Title ##`. */
function withoutClosing(title: string): string {
  let end = title.length;
  while (title[end - 1] === "#") end -= 1;
  return end === 0 || /\s/u.test(title.charAt(end - 1)) ? title.slice(0, end).trimEnd() : title;
}

/** Returns the heading that an underline makes of the single line of a paragraph. */
function underlined(block: readonly string[], line: string): FoundHeading | undefined {
  const { mark } = UNDERLINE.exec(line)?.groups ?? {};
  const [title] = block;
  if (mark === undefined || title === undefined || block.length > 1) return undefined;
  if (NO_PARAGRAPH.test(title)) return undefined;
  return { level: mark.startsWith("=") ? 1 : 2, title: title.trim(), isUnderlined: true };
}
