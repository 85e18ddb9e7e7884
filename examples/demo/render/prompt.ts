import type { PromptReport } from "../report.ts";
import { oneLine, plural } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";
import { truncate, wrap } from "./text-width.ts";

/** The text for the model in full, wrapped for the eye, and what it cost. */
export function showPrompt(terminal: Terminal, report: PromptReport): void {
  const { palette, width } = terminal;
  const { question, text, tokens, budget, included, omitted } = report;
  terminal.write(`  for ${palette.strong(truncate(`“${oneLine(question)}”`, width - 6))}`);
  for (const line of wrap(text === "" ? "(nothing fits the budget)" : text, width - 4)) {
    terminal.write(`  ${palette.accent("│")}${line === "" ? "" : ` ${line}`}`);
  }
  const facts = [
    `${tokens} of ${budget} tokens`,
    plural(included, "memory", "memories"),
    ...(omitted.budget > 0 ? [`${omitted.budget} more left out to keep the budget`] : []),
    ...(omitted.duplicate > 0 ? [`${plural(omitted.duplicate, "duplicate")} left out`] : []),
  ];
  terminal.write(`  ${facts.join(" · ")}`);
  terminal.write();
}
