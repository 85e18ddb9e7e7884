/** A skill that yields parts of its output, and two that run in workers, where one is stopped. */
import { createMemory, inMemoryStore, MemoryError } from "@kioku/core";
import { createSkillRuntime, defineSkill } from "@kioku/skills";

const report = defineSkill({
  name: "report",
  description: "Writes a report, chapter by chapter",
  async *run(chapters: readonly string[], context) {
    for (const [index, chapter] of chapters.entries()) {
      await context.memorySet(`report.${index}`, chapter);
      yield `wrote ${chapter}`;
    }
    return { chapters: chapters.length };
  },
});

/** Runs beside this program. It has its context, and nothing of this module. */
const primes = defineSkill({
  name: "primes",
  description: "Counts the primes up to a number",
  isolate: true,
  async run(limit: number, context) {
    let found = 0;
    for (let candidate = 2; candidate <= limit; candidate += 1) {
      let divisor = 2;
      while (divisor * divisor <= candidate && candidate % divisor !== 0) divisor += 1;
      if (divisor * divisor > candidate) found += 1;
    }
    if (found === 0) context.fail("there are no primes below 2");
    await context.memorySet("primes", found);
    return found;
  },
});

/** A mistake that would stop a program for ever. */
const endless = defineSkill({
  name: "endless",
  description: "Never ends",
  isolate: true,
  timeoutMs: 300,
  run(): number {
    for (;;);
  },
});

const memory = createMemory({ store: inMemoryStore() });
const skills = [report, primes, endless] as const;
const runtime = await createSkillRuntime({ memory, skills, graceMs: 100 });

for await (const part of runtime.stream("report", ["summary", "figures"])) console.log(part);
console.log("primes to 10,000:", await runtime.run("primes", 10_000));
console.log("in the memory:", await memory.get("primes"));

for (const fail of [() => runtime.run("primes", 1), () => runtime.run("endless", null)]) {
  const error: unknown = await fail().catch((reason: unknown) => reason);
  if (MemoryError.is(error)) console.log(`${error.code}: ${error.message}`);
}

await runtime.close();
await memory.close();
