/**
 * The static table in a fresh process: `load` prints how long it takes and what it holds, `speed`
 * how fast it is.
 */
import { measureRate } from "../measure-rate.ts";
import { residentMiB } from "../resident-mib.ts";
import { shortTexts } from "../sample-texts.ts";

/** Load of a fresh process. */
export interface StaticLoad {
  /** Import of `@kioku/embed-local` and, for it, `@kioku/core`. */
  readonly importMs: number;
  /** The first `embed`, which reads the table. */
  readonly loadMs: number;
  /**
   * Processor time of it; more than the time that passed where the system reads files beside it.
   */
  readonly loadCpuMs: number;
  /** Memory over that of a bare process, in MiB. */
  readonly importMiB: number;
  /** Further memory after the first `embed`, in MiB. */
  readonly tableMiB: number;
}

const [what, rounds, roundMs] = process.argv.slice(2);
if (what === "load") process.stdout.write(`${JSON.stringify(await load())}\n`);
else process.stdout.write(`${JSON.stringify(await speed())}\n`);

async function load(): Promise<StaticLoad> {
  const bare = await residentMiB();
  const started = performance.now();
  const { localEmbedder } = await import("@kioku/embed-local");
  const imported = performance.now();
  const importMs = imported - started;
  const withCode = await residentMiB();
  const embedder = localEmbedder();
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await embedder.embed(["The user prefers dark mode in every editor"]);
  const loadMs = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  const withTable = await residentMiB();
  await embedder.close?.();
  return {
    importMs,
    loadMs,
    loadCpuMs: (user + system) / 1000,
    importMiB: withCode - bare,
    tableMiB: withTable - withCode,
  };
}

async function speed(): Promise<unknown> {
  const { localEmbedder } = await import("@kioku/embed-local");
  const embedder = localEmbedder();
  const settings = { rounds: Number(rounds), roundMs: Number(roundMs) };
  const of = (language: "English" | "Chinese"): ReturnType<typeof measureRate> => {
    const texts = shortTexts(language, embedder.maxBatchSize ?? 64);
    return measureRate(settings, async () => (await embedder.embed(texts)).vectors.length);
  };
  return { English: await of("English"), Chinese: await of("Chinese") };
}
