import { createMemory, fsrsScoring, inMemoryStore } from "@kioku/core";
import { feeling, flashback, moodOf, moodOverTime } from "@kioku/mind/feeling";

const MS_PER_MINUTE = 60_000;
const EVENING = Date.UTC(2026, 2, 6, 18);
/** Turns of Mei by minutes after 18:00. */
const TALK = [
  [0, "I have the evening off, that's nice."],
  [20, "The landlord called. We have to move out, I'm so upset!"],
  [35, "我真的很难过，我们在这里住了八年。"],
  [50, "The new flat isn't bad, but I will miss the garden."],
  [90, "Lan came over with soup, she is so kind. Thank you for listening!"],
  [110, "她说我们可以一起住，太好了！！！"],
] as const;

let minute = 0;
const clock = (): Date => new Date(EVENING + minute * MS_PER_MINUTE);
const memory = createMemory({ store: inMemoryStore(), clock, plugins: [feeling()] });

minute = -100 * 24 * 60;
await memory.rememberAll([
  "The garden in spring: we ate outside every evening and laughed a lot",
  "The garden in winter: the pipe burst, a horrible night, I was furious",
  "The garden has four apple trees",
]);
for (const [at, content] of TALK) {
  minute = at;
  const receipt = await memory.remember({ content, kind: "message", thread: "evening" });
  if (receipt.status === "rejected") continue;
  const { valence = 0, arousal = 0 } = receipt.record.emotion ?? {};
  console.log(`${time()}  ${valence.toFixed(2).padStart(5)} ${arousal.toFixed(2)}  ${content}`);
}

/** Draws pleasant moods to the right of the middle, and unpleasant ones to the left. */
function bar(valence: number): string {
  const length = Math.round(Math.abs(valence) * 20);
  const left = valence < 0 ? "▒".repeat(length) : "";
  return `${left.padStart(14)}│${valence > 0 ? "█".repeat(length) : ""}`;
}

function time(at = clock()): string {
  return at.toISOString().slice(11, 16);
}

console.log("\nmood");
const span = { from: new Date(EVENING), to: new Date(EVENING + 300 * MS_PER_MINUTE) };
for (const { at, mood } of await moodOverTime(memory, { thread: "evening", ...span, points: 16 })) {
  console.log(`${time(at)} ${bar(mood.valence)}`);
}

console.log("\nthe garden, as she remembers it");
for (const [when, at] of [
  ["at 18:40", 40],
  ["at 19:50", 110],
] as const) {
  minute = at;
  const mood = await moodOf(memory, { thread: "evening", at: clock() });
  const [first] = await memory.recall({
    query: "How was the garden in spring and in winter?",
    mood,
    scoring: fsrsScoring({ moodCongruence: 1 }),
    kinds: ["note"],
  });
  console.log(`${when}  ${first?.content ?? "nothing"}`);
}

console.log("\nwhat flashes back, in 30 turns");
for (let turn = 0; turn < 30; turn += 1) {
  const mood = await moodOf(memory, { thread: "evening", at: clock() });
  const flash = await flashback(memory, { seed: turn, probability: 0.1, mood, kinds: ["note"] });
  if (flash) console.log(`turn ${turn}  ${flash.content}`);
}
await memory.close();
