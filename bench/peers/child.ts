/**
 * One system in a process of its own: `child.ts TASK`, with a `SystemTask` as JSON, then calls and
 * answers as `calls.ts` says. Where it cannot go on, it says why on standard error and exits.
 */
import type { Answer, Call, FromSystem, SystemTask } from "./calls.ts";
import { countedEmbedder } from "./counted-embedder.ts";
import type { MemorySystem } from "./system.ts";
import { SYSTEMS } from "./systems.ts";

const { name, folder } = JSON.parse(process.argv[2] ?? "") as SystemTask;
const embedder = countedEmbedder();
process.on("disconnect", () => process.exit(0));
try {
  const system = await SYSTEMS[name]?.open({ folder, embedder });
  if (system === undefined) throw new Error(`there is no system ${name}`);
  process.on("message", (call: Call) => {
    answer(system, call).catch(giveUp);
  });
  await tell({ type: "opened" });
} catch (error) {
  giveUp(error);
}

async function answer(system: MemorySystem, call: Call): Promise<void> {
  const before = performance.now();
  const part = await work(system, call);
  const times = [performance.now() - before];
  const nothing = { times, found: [], failed: [] };
  await tell({ type: "answer", ...nothing, ...part, embedderCalls: embedder.calls() });
}

async function work(system: MemorySystem, call: Call): Promise<Partial<Answer>> {
  if (call.verb === "add") return writeEach(system, call);
  if (call.verb === "search") return searchEach(system, call);
  if (call.verb === "kept") return { found: [await system.kept(call.user)] };
  if (call.verb === "fill") await system.fill(call.user, call.records);
  else await system.close();
  return {};
}

async function writeEach(
  system: MemorySystem,
  { user, records }: Extract<Call, { verb: "add" }>,
): Promise<Partial<Answer>> {
  const times: number[] = [];
  const failed: string[] = [];
  let why: string | undefined;
  for (const record of records) {
    const started = performance.now();
    try {
      await system.add(user, record);
      times.push(performance.now() - started);
      await tell({ type: "written", id: record.id });
    } catch (error) {
      failed.push(record.id);
      why ??= String(error);
    }
  }
  return { times, failed, ...(why === undefined ? {} : { why }) };
}

async function searchEach(
  system: MemorySystem,
  { user, questions }: Extract<Call, { verb: "search" }>,
): Promise<Partial<Answer>> {
  const times: number[] = [];
  const found: (readonly string[])[] = [];
  for (const question of questions) {
    const started = performance.now();
    found.push(await system.search(user, question));
    times.push(performance.now() - started);
  }
  return { times, found };
}

async function tell(message: FromSystem): Promise<void> {
  await new Promise<void>((resolve) => {
    process.send?.(message, () => resolve());
  });
}

function giveUp(error: unknown): void {
  process.stderr.write(
    error instanceof Error ? (error.stack ?? error.message) : String(error),
    () => process.exit(1),
  );
}
