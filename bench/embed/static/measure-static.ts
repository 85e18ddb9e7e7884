import type { EmbedSettings } from "../embed-settings.ts";
import { inFreshProcess } from "../fresh-process.ts";
import type { Rate } from "../measure-rate.ts";
import { median } from "../median.ts";
import type { StaticLoad } from "./child.ts";

/** Short texts a second, on one core. */
interface StaticSpeed {
  readonly English: Rate;
  readonly Chinese: Rate;
}

/** Figures of the static table. */
export interface StaticReport extends StaticLoad, StaticSpeed {
  /** Fresh processes that the medians of load time and memory are of. */
  readonly processes: number;
  readonly bars: Readonly<Record<string, boolean>>;
}

/** Bars for the static table. */
const BARS = { textsPerSecond: 20_000, loadMs: 60, tableMiB: 25 };

const CHILD = new URL("child.ts", import.meta.url);

/** Load time and memory in fresh processes, then the speed in one. */
export async function measureStatic(
  { processes, rounds, roundMs }: EmbedSettings,
  onProcess: (done: number) => void,
): Promise<StaticReport> {
  const loads: StaticLoad[] = [];
  for (let done = 0; done < processes; done += 1) {
    onProcess(done);
    loads.push(await inFreshProcess<StaticLoad>(CHILD, { args: ["load"] }));
  }
  onProcess(processes);
  // On one core: V8 compiles and collects garbage beside the program otherwise.
  const flags = ["--single-threaded"];
  const args = ["speed", String(rounds), String(roundMs)];
  const { English, Chinese } = await inFreshProcess<StaticSpeed>(CHILD, { args, flags });
  const middle = (name: keyof StaticLoad): number => {
    return Number(median(loads.map((load) => load[name])).toFixed(2));
  };
  const [loadMs, tableMiB] = [middle("loadMs"), middle("tableMiB")];
  return {
    processes,
    importMs: middle("importMs"),
    loadMs,
    loadCpuMs: middle("loadCpuMs"),
    importMiB: middle("importMiB"),
    tableMiB,
    English,
    Chinese,
    bars: {
      [`at least ${BARS.textsPerSecond} texts a second`]:
        Math.min(English.perSecond, Chinese.perSecond) >= BARS.textsPerSecond,
      [`loads within ${BARS.loadMs} ms`]: loadMs <= BARS.loadMs,
      [`at most ${BARS.tableMiB} MiB`]: tableMiB <= BARS.tableMiB,
    },
  };
}
