import type { PromptReport } from "../report.ts";
import { leftAndRight, oneLine, plural } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";
import { truncate, wrap } from "./text-width.ts";

/** The text for the model in full, wrapped for the eye, and what it cost. */
export function showPrompt(terminal: Terminal, report: PromptReport): void {
  const { palette, width } = terminal;
  const { question, scope, text, tokens, budget, included, omitted } = report;
  const place = scope.join("/");
  const asked = truncate(`“${oneLine(question)}”`, width - 8 - place.length);
  const left = { text: `  for ${asked}`, style: palette.strong };
  terminal.write(leftAndRight(terminal, left, { text: place, style: palette.quiet }));
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
