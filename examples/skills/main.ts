import { fileURLToPath } from "node:url";

import { createMemory, inMemoryStore, MemoryError } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { createSkillRuntime, defineSkill, loadSkills } from "@kioku/skills";
import type { DispatchReport } from "@kioku/skills";

import { customerService } from "./customer-service.ts";
import { journal } from "./journal.ts";
import { listingModel, quotingModel } from "./model.ts";
import { narrator } from "./narrator.ts";
import { navigator } from "./navigator.ts";

// Seconds pass only when somebody speaks, so that this prints the same every time.
let now = Date.UTC(2026, 2, 6, 12);
const clock = (): Date => new Date(now);
const memory = createMemory({ store: inMemoryStore(), embedder: localEmbedder(), clock });
const ann = memory.scope("ann");

await ann.rememberAll([
  { content: "Ann ordered a kettle, order 1207, delivered on 2 March", kind: "order" },
  { content: "Ann ordered a rice cooker, order 1188, delivered in January", kind: "order" },
  { content: "客厅沙发 (the sofa in the living room)", kind: "place" },
  { content: "厨房餐桌 (the kitchen table)", kind: "place" },
  "The vet looked at the cat's eyes, she needs drops for a week",
  "Ran eight kilometres in the park before work",
  "给猫买了眼药水，下周还要去看兽医",
  "My knee hurts a little after running in the park",
]);
await ann.set("pwr.soc.v1", 82, { index: "电池电量: 百分之八十二" });
await ann.set("timer.tea", "the tea has four minutes left");
await ann.set("now.playing", "Chopin, Nocturne no. 2");
await ann.scope("knowledge").rememberAll([
  { content: "Returns: within 30 days, the label is free; we refund in five days", kind: "policy" },
  { content: "Parcels: three days by post, one day by courier", kind: "policy" },
]);

/** Wants to read what it was not granted. */
const advertiser = defineSkill({
  name: "advertiser",
  description: "Shows advertisements",
  permissions: { read: [{ path: [] }, { path: ["knowledge"] }] },
  async run(_input, context) {
    return (await context.memory.scope("knowledge").list()).items.length;
  },
});

const folder = fileURLToPath(new URL("agent-skills", import.meta.url));

/** Returns a text for prompts without what differs between machines. */
function portable(text: string): string {
  return text.replaceAll(folder, "agent-skills").replace(/ revision="\w+"/u, "");
}

const runtime = await createSkillRuntime({
  memory: ann,
  skills: [
    customerService(quotingModel),
    navigator,
    narrator,
    journal(listingModel),
    advertiser,
    ...(await loadSkills(folder)),
  ],
  // The advertiser asks for the same, and is not granted it.
  permissions: { "customer-service": { read: [{ path: [] }, { path: ["knowledge"] }] } },
  clock,
  onReport: print,
});

/** Prints which skill woke, why, and with what result. */
function print({ outcomes }: DispatchReport): void {
  for (const { skill, status, why, output, error } of outcomes) {
    // The journal hears of every record and mostly does nothing.
    if ("event" in why && status === "done" && output === undefined) continue;
    const cause =
      "match" in why ? `${why.match.score.toFixed(2)} “${why.match.trigger}”` : why.event;
    console.log(`  ${skill} ${status}, woken by ${cause}`);
    if (output !== undefined) console.log(`    ${JSON.stringify(output)}`);
    if (MemoryError.is(error)) console.log(`    ${error.code}: ${error.message}`);
  }
}

async function say(text: string): Promise<void> {
  now += 1_000;
  console.log(`> ${text}`);
  const { outcomes } = await runtime.emit("message", { text, role: "user" });
  await runtime.settled();
  if (outcomes.length > 0) return;
  const [nearest] = await runtime.match(text, { explain: true, limit: 1 });
  console.log(`  nobody; ${nearest?.skill} has ${nearest?.score.toFixed(2)}, ${nearest?.reason}`);
}

ann.on("remembered", ({ record: { kind, content }, created }) => {
  console.log(`  ${created ? "new" : "new version of"} ${kind}: ${content}`);
});

await say("Can I send the kettle back?");
await say("多久能收到退款？");
await say("So where are we heading?");
await say("Take me to the sofa, please");
await say("So where are we heading?");
await say("我们这是往哪儿走？");
await say("What a lovely morning");
await say("Please sum up my day");
await say("再总结一下今天");

console.log("a note comes later");
await ann.remember("猫今天滴了三次眼药水");
await runtime.settled();

await say("What do I need to pack for my trip to Rome?");
console.log(portable(await runtime.catalog({ for: "packing a suitcase", limit: 1 })));
console.log(portable(await runtime.activate("trip-packing")));
console.log(await runtime.readFile("trip-packing", "references/checklist.md"));

try {
  await runtime.run("advertiser", null);
} catch (error) {
  if (!MemoryError.is(error)) throw error;
  console.log(`advertiser: ${error.code}`);
  if (MemoryError.is(error.cause)) console.log(`  ${error.cause.code}: ${error.cause.message}`);
}
await runtime.close();
await memory.close();
