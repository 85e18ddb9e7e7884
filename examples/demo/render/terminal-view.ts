import type { View } from "../view.ts";
import { showQuestion } from "./hits.ts";
import { showPortrait } from "./portrait.ts";
import { showPrompt } from "./prompt.ts";
import { showRemembered } from "./remembered.ts";
import { shortenPath } from "./shorten-path.ts";
import { showSkills } from "./skills.ts";
import { showSummary } from "./summary.ts";
import { leftAndRight, plural } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";

/** Shows the demo to a person. */
export function terminalView(terminal: Terminal, progress: View["progress"]): View {
  const { palette, cwd } = terminal;
  let prompts = 0;
  let isExplained = false;
  return {
    started({ database, records, remembers }) {
      const left = { text: "Kioku remembers, offline and in one file", style: palette.strong };
      const right = { text: shortenPath(database, cwd), style: palette.quiet };
      terminal.write(leftAndRight(terminal, left, right));
      if (records > 0) {
        terminal.write(palette.quiet(`${plural(records, "memory", "memories")} from before`));
      }
      terminal.write();
      if (remembers) terminal.write(palette.title("Remembering"));
    },
    progress,
    remembered: (reports, skipped) => showRemembered(terminal, reports, skipped),
    asking(title) {
      terminal.write(palette.title(title));
      const how = "score = relevance × recency × importance; relevance is of meaning and keywords";
      if (!isExplained) terminal.write(palette.quiet(`  ${how}`));
      isExplained = true;
      terminal.write();
    },
    answered: (report) => showQuestion(terminal, report),
    portrait(report) {
      terminal.write(palette.title("A portrait of who was talking, each sentence with its source"));
      showPortrait(terminal, report);
    },
    skills(report) {
      terminal.write(palette.title("Skills that share a memory"));
      showSkills(terminal, report);
    },
    prompt(report) {
      if (prompts === 0)
        terminal.write(palette.title("For the prompt of a model: fenced, cited, counted"));
      prompts += 1;
      showPrompt(terminal, report);
    },
    ended(report) {
      terminal.write(palette.title("Summary"));
      showSummary(terminal, report);
    },
  };
}

/** Shows nothing but the progress: for `--json`. */
export function progressOnlyView(progress: View["progress"]): View {
  return {
    started: showNothing,
    progress,
    remembered: showNothing,
    asking: showNothing,
    answered: showNothing,
    portrait: showNothing,
    skills: showNothing,
    prompt: showNothing,
    ended: showNothing,
  };
}

function showNothing(): void {
  // The report says it all in the end.
}
