import type { DocumentName, MindDocument } from "@kioku/mind";

import type { Call } from "../command/call.js";
import { usageError } from "../command/cli-error.js";
import { counted } from "../output/numbers.js";
import type { Printer } from "../output/printer.js";
import { dayAndTime } from "../output/times.js";
import { spaced } from "../show/memory-lines.js";
import { shortId } from "../show/short-id.js";
import { fill, oneName, textLines } from "../show/text-lines.js";
import type { PORTRAIT_FLAGS } from "../table/recall-commands.js";

const MOST_SOURCES = 4;

/**
 * Runs `portrait`. JSON: `{name, blocks: [{id, sentences: [{id, text, sources, at, trust}],
 * omitted}], text}`.
 */
export async function run(call: Call<typeof PORTRAIT_FLAGS>): Promise<void> {
  const { flags, print, signal } = call;
  if (flags.self && flags.of !== undefined) {
    throw usageError("--self and --of exclude each other");
  }
  const name: DocumentName = flags.self
    ? { document: "self" }
    : { document: "portrait", of: flags.of };
  const asOf = flags.at === undefined ? undefined : { knownAt: flags.at, validAt: flags.at };
  const mind = await (await call.open()).mind();
  const document = await mind.document(name, { asOf, signal });
  await print.result(document, () => documentLines(document, print));
  if (document.blocks.length > 0 || print.isJson) return;
  const whom = flags.self ? "the assistant" : (flags.of ?? "the user");
  await print.note(`There are no facts about ${oneName(whom)}: "kioku consolidate" makes them.`);
}

function documentLines({ blocks }: MindDocument, print: Printer): readonly string[] {
  const { columns, style } = print;
  return spaced(
    blocks.map(({ id, sentences, omitted }) => [
      style.strong(oneName(id)),
      ...sentences.flatMap(({ text, sources, at }) => {
        const ids = sources.slice(0, MOST_SOURCES).map(shortId);
        const more = sources.length > MOST_SOURCES ? [`${sources.length - MOST_SOURCES} more`] : [];
        const [first = "", ...rest] = textLines(text, { width: columns - 2 });
        return [
          `- ${first}`,
          ...rest.map((line) => `  ${line}`),
          ...fill([dayAndTime(at), ...ids, ...more], columns - 4).map(
            (line) => `    ${style.faint(line)}`,
          ),
        ];
      }),
      ...(omitted === 0 ? [] : [style.faint(`  and ${counted(omitted, "more sentence")}`)]),
    ]),
  );
}
