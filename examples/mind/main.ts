import type { Mind, MindDocument } from "@kioku/mind";

import { liveThroughMonth } from "./live-through.ts";
import type { Month } from "./live-through.ts";
import { scriptedModel } from "./scripted-model.ts";

/** Blocks of a portrait that are shown whole; of the rest a few sentences are. */
const OTHER_SHOWN = 3;

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function printBlocks(blocks: MindDocument["blocks"]): void {
  for (const { id, sentences } of blocks) {
    const shown = id === "other" ? sentences.slice(0, OTHER_SHOWN) : sentences;
    console.log(`  ${id}`);
    for (const { text, at } of shown) console.log(`    ${dayOf(at)}  ${text}`);
    if (shown.length < sentences.length) {
      console.log(`    and ${sentences.length - shown.length} more`);
    }
  }
}

async function printWhy(mind: Mind, sentence: string): Promise<void> {
  const why = await mind.why(sentence);
  if (!why) throw new Error(`no document says ${sentence}`);
  console.log(`\nWhy “${sentence}”?`);
  console.log(`  by ${why.by}: ${why.reason}`);
  for (const { speaker, at, quote } of why.quotes) {
    console.log(`  ${speaker} said on ${dayOf(at)}: “${quote}”`);
  }
  for (const { text, since, until } of why.replaced) {
    console.log(`  before, ${dayOf(since)} to ${until ? dayOf(until) : "now"}: ${text}`);
  }
}

/** Prints what a model proposed in vain, with the reasons. */
function printRefused({ reports }: Month, by: string): void {
  for (const { refused } of reports.values()) {
    for (const one of refused.filter((refusal) => refusal.by === by)) {
      console.log(`  ${one.reason.padEnd(18)} ${one.text === "" ? one.op : one.text}`);
    }
  }
}

/** Prints title, start and end of each long-term memory, and the summary of the last one. */
async function printEpisodes(mind: Mind): Promise<void> {
  const episodes = await mind.episodes();
  for (const { title, startAt, endAt } of episodes) {
    const [day = "", start = ""] = startAt.toISOString().split("T");
    console.log(`  ${day} ${start.slice(0, 5)}–${endAt.toISOString().slice(11, 16)}  ${title}`);
  }
  const last = episodes.at(-1);
  console.log(`\nSummary of “${last?.title}”, ${last?.turns.length} turns`);
  for (const { text } of last?.summary ?? []) console.log(`  ${text}`);
}

async function costOf(mind: Mind): Promise<string> {
  const { facts, turns, tokens, tokensPerFact } = await mind.stats();
  const each = Math.round(tokensPerFact);
  return `${facts} facts of ${turns} turns, ${tokens.total} tokens, ${each} for each fact`;
}

{
  await using month = await liveThroughMonth();
  const { mind, reports, reminders } = month;
  console.log(`${reports.size} talks, by rules alone: ${await costOf(mind)}`);

  console.log("\nPortrait of Mei");
  printBlocks((await mind.document({ document: "portrait", of: "Mei" })).blocks);
  console.log("\nSelf concept of the assistant");
  printBlocks((await mind.document({ document: "self" })).blocks);
  console.log("\nLong-term memories");
  await printEpisodes(mind);
  console.log("\nReminders that surfaced");
  for (const { day, text } of reminders) console.log(`  ${day}  ${text}`);
  await printWhy(mind, "我搬到波尔图了！");

  const day = new Date("2026-03-10");
  console.log(`\nHome and work, as known on ${dayOf(day)}`);
  const asOf = { knownAt: day, validAt: day };
  const then = await mind.document({ document: "portrait", of: "Mei" }, { asOf });
  printBlocks(then.blocks.filter(({ id }) => ["home", "work"].includes(id)));
}

{
  await using month = await liveThroughMonth(scriptedModel);
  const { mind, reports } = month;
  console.log(`\nThe same month with a model: ${await costOf(mind)}`);
  console.log("\nKept of what the model proposed");
  for (const { changes } of reports.values()) {
    for (const { by, text } of changes) if (by === scriptedModel.id) console.log(`  ${text}`);
  }
  console.log("\nRefused of what the model proposed");
  printRefused(month, scriptedModel.id);
}
