/** Two skills that fit alike, a follow-up, and an input that is read from the text. */
import { createMemory, inMemoryStore } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { createSkillRuntime, defineSkill } from "@kioku/skills";
import type { DispatchReport } from "@kioku/skills";
import { z } from "zod";

/** Makes a skill that switches one lamp: all of them are called by the same words. */
function lamp(name: string) {
  return defineSkill({
    name,
    description: `Turns on the ${name.replace("-", " ")}`,
    triggers: [{ when: ["turn on the lamp", "switch the light on", "开灯"] }],
    run: () => "on",
  });
}

const heating = defineSkill({
  name: "heating",
  description: "Sets the temperature of the flat",
  input: z.object({ degrees: z.number().min(5).max(30) }),
  triggers: [{ when: ["set the heating to 19 degrees", "heat the flat", "把暖气调到二十度"] }],
  run: ({ degrees }) => `${degrees} °C`,
});

const radio = defineSkill({
  name: "radio",
  description: "Plays the radio",
  triggers: [{ when: ["play the radio", "put the news on", "打开收音机"] }],
  run: (_input, { match }) => (match?.reason === "follow-up" ? "as you say" : "playing"),
});

// Seconds pass only when somebody speaks, so that this prints the same every time.
let now = Date.UTC(2026, 2, 6, 12);
const clock = (): Date => new Date(now);
const memory = createMemory({ store: inMemoryStore(), embedder: localEmbedder(), clock });
const runtime = await createSkillRuntime({
  memory,
  skills: [lamp("desk-lamp"), lamp("floor-lamp"), heating, radio],
  clock,
});

async function say(text: string, choose?: string): Promise<DispatchReport> {
  now += 5_000;
  console.log(`> ${text}${choose === undefined ? "" : ` (${choose})`}`);
  const report = await runtime.emit("message", { text }, { choose });
  for (const { skill, status, output, input, why } of report.outcomes) {
    const reason = "match" in why ? why.match.reason : why.event;
    const shown = output ?? input;
    console.log(`  ${skill} ${status}, ${reason}`, ...(shown === undefined ? [] : [shown]));
  }
  if (report.outcomes.length === 0) console.log("  nobody");
  return report;
}

// Which of the two is meant is for the user to say.
const { outcomes } = await say("Please turn on the light");
const first = outcomes.find(({ status }) => status === "ambiguous");
if (first) await say("Please turn on the light", first.skill);

// The number is read from the text. Without one, the input is left to the host or a model.
await say("Set the heating to twenty-one degrees");
await say("把暖气调到十八度");
await say("Heat the flat, please");

// "Louder" names no thing: it means the skill that woke last. Prohibitions wake nothing.
await say("Put the radio on");
await say("Louder, please");
await say("Don't put the radio on");

await runtime.close();
await memory.close();
