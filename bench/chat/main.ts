import { fileURLToPath } from "node:url";

import { withTemporaryMemory } from "../recall/temporary-memory.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import { readChat } from "./chat.ts";
import type { Chat } from "./chat.ts";
import { playChat } from "./play-chat.ts";
import type { PlayedTurn } from "./play-chat.ts";

const USAGE = `npm run measure -- chat [--data FILE] [--show] [--json] [--save FILE]

What a model with a memory is shown over a chat of several sessions: plays it turn by turn through withMemory of the AI SDK
(capture on, all else by default; SQLite, local embedder, a model that answers as written), and counts the tokens and memories
that were put into prompts, and the wanted facts of earlier sessions among them.

  --data FILE   the chat (default: bench/chat/noor.json)
  --show        print what each turn's prompt got
  --json        end with one JSON object on the last line
  --save FILE   write that object with machine and versions to FILE`;

const NOOR = fileURLToPath(new URL("noor.json", import.meta.url));

const parse = optionParser({
  data: { type: "string", default: NOOR },
  show: { type: "boolean", default: false },
});

await runMeasurement(USAGE, parse, async (values) => {
  const chat = await readChat(values.data);
  const played = await play(chat);
  const report = reportOf(played);
  const { turns, tokens, lines, wanted, found } = report;
  const shown = [
    `${chat.name}: tokens, memories and wanted facts in each prompt\n`,
    ...played.map((turn) => describeTurn(turn, values.show)),
    `\n  ${turns} turns, ${tokens} tokens, ${lines} memories, ${found} of ${wanted} wanted facts\n`,
  ];
  return { text: shown.join("\n"), figures: report, saved: { chat: chat.name, ...report } };
});

function play(chat: Chat): Promise<readonly PlayedTurn[]> {
  let now = new Date();
  const setNow = (moved: Date): void => {
    now = moved;
  };
  return withTemporaryMemory(
    (memory) => playChat({ chat, memory: memory.scope("bench", "user"), setNow }),
    () => now,
  );
}

function describeTurn({ turn, tokens, lines, found, injected }: PlayedTurn, show: boolean): string {
  const { user, wants = [] } = turn;
  const facts = wants.map((one) => `${found.includes(one) ? "✓" : "✗"} ${one}`).join(", ");
  const cells = `${String(tokens).padStart(7)}${String(lines).padStart(4)}`;
  return `${cells}  ${user}${facts === "" ? "" : `   [${facts}]`}${show ? `\n${injected}` : ""}`;
}

function reportOf(played: readonly PlayedTurn[]): Readonly<Record<string, number>> {
  const sum = (numberOf: (turn: PlayedTurn) => number): number =>
    played.reduce((total, turn) => total + numberOf(turn), 0);
  return {
    turns: played.length,
    tokens: sum(({ tokens }) => tokens),
    wanted: sum(({ turn }) => turn.wants?.length ?? 0),
    found: sum(({ found }) => found.length),
    lines: sum(({ lines }) => lines),
  };
}
