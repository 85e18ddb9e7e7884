import { markdownBlocks } from "./markdown-blocks.ts";
import { packBlocks } from "./pack-blocks.ts";
import type { Block } from "./pack-blocks.ts";

/** A piece of a Markdown document that stands alone. */
export interface MarkdownSection {
  /** The headings above it, outermost first; empty before the first heading. */
  readonly headings: readonly string[];
  /** Its text, without the headings. */
  readonly body: string;
  /** 1 for the first piece below these headings, 2 for the next. */
  readonly part: number;
}

/** Returns the part of a block to remember, or `undefined` to skip it. */
export type BlockReader = (block: Block) => Block | undefined;

/**
 * Markdown by headings; long sections in several parts, code fences whole. Headings with nothing
 * below them are left out.
 */
export function splitMarkdown(
  text: string,
  read: BlockReader = (block) => block,
): readonly MarkdownSection[] {
  const sections: MarkdownSection[] = [];
  let path: { readonly level: number; readonly text: string }[] = [];
  let blocks: Block[] = [];
  const flush = (): void => {
    const headings = path.map((heading) => heading.text).filter((heading) => heading !== "");
    const bodies = packBlocks(blocks);
    sections.push(...bodies.map((body, index) => ({ headings, body, part: index + 1 })));
    blocks = [];
  };
  for (const part of markdownBlocks(text)) {
    if (part.type === "block") {
      const block = read(part);
      if (block) blocks.push(block);
      continue;
    }
    flush();
    path = [...path.filter(({ level }) => level < part.level), part];
  }
  flush();
  return sections;
}
