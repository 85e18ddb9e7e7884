import type { Application } from "typedoc";
import { MarkdownPageEvent } from "typedoc-plugin-markdown";

const IN_CODE_BLOCK = /^#+ Default Value\n\n```ts\n(?<value>[^\n`]*)\n```$/gmu;
const IN_LINE = /^#+ Default Value\n\n(?<value>`[^`\n][^\n]*)$/gmu;

/** A page in which defaults take a line of their own instead of a heading and a block of code. */
export function shortenDefaults(text: string): string {
  return text
    .replaceAll(IN_CODE_BLOCK, (_, value: string) => `**Default:** \`${value}\``)
    .replaceAll(IN_LINE, (_, value: string) => `**Default:** ${value}`);
}

/** A plugin of typedoc: called by its name once the plugin is loaded. */
export function load({ renderer }: Application): void {
  renderer.on(MarkdownPageEvent.END, (page) => {
    page.contents = shortenDefaults(page.contents ?? "");
  });
}
