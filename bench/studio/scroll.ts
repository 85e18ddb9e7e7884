import type { Tab } from "./tab.ts";

/** Frames of a list that scrolls. */
export interface Frames {
  readonly frames: number;
  readonly perSecond: number;
  /** Percent of the frames that took longer than 60 a second allow. */
  readonly over17: number;
  /** Percent that took longer than twice that. */
  readonly over34: number;
  readonly worstMs: number;
  /** Work of the page for a frame: scripts, styles, layout. */
  readonly mainMs: number;
  /** Percent in which a row in sight had not come from the server yet. */
  readonly empty: number;
}

interface Seen {
  readonly times: readonly number[];
  readonly empty: number;
  /** Seconds that the page has worked. */
  readonly worked: number;
}

/** Notes the time of each frame, and whether rows are missing in it, until `stop` is called. */
const RECORD = `(() => {
  const list = document.querySelector(".virtual-list");
  const box = list.getBoundingClientRect();
  const seen = { times: [], empty: 0 };
  let isOn = true;
  const look = (time) => {
    seen.times.push(time);
    const places = [0.1, 0.5, 0.9].map((share) =>
      document.elementFromPoint(box.left + 200, box.top + 4 + (Math.min(box.bottom, innerHeight) - box.top - 8) * share));
    const isThere = (one) => one?.closest("[role=option]")?.querySelector(".memory-text") != null;
    if (!places.every(isThere)) seen.empty += 1;
    if (isOn) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  globalThis.stop = () => {
    isOn = false;
    return seen;
  };
})()`;

/** Scrolls the list by the wheel. */
export async function byWheel(tab: Tab, seconds: number): Promise<Frames> {
  const session = await tab.createCDPSession();
  const before = await worked(tab);
  await tab.evaluate(`document.querySelector(".virtual-list").scrollTop = 0`);
  await tab.evaluate(RECORD);
  const speed = 2400;
  await session.send("Input.synthesizeScrollGesture", {
    x: 800,
    y: 500,
    yDistance: -speed * seconds,
    speed,
    gestureSourceType: "mouse",
  });
  return framesOf(await stop(tab, before));
}

/** Drags the list from end to end, a part of it in each frame. */
export async function byDrag(tab: Tab, seconds: number): Promise<Frames> {
  const before = await worked(tab);
  await tab.evaluate(RECORD);
  await tab.evaluate(`new Promise((resolve) => {
    const list = document.querySelector(".virtual-list");
    const frames = ${seconds * 60};
    let place = 0;
    const move = () => {
      place += 1;
      list.scrollTop = (list.scrollHeight - list.clientHeight) * place / frames;
      if (place < frames) requestAnimationFrame(move);
      else resolve();
    };
    requestAnimationFrame(move);
  })`);
  return framesOf(await stop(tab, before));
}

/** Jumps between the ends, and returns how long it takes until all rows in sight are there. */
export async function jumps(tab: Tab, rounds: number): Promise<readonly number[]> {
  const all: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const share = round % 2 === 0 ? 1 : (round % 7) / 7;
    const took = await tab.evaluate(`(async () => {
      const list = document.querySelector(".virtual-list");
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const startedAt = performance.now();
      list.scrollTop = (list.scrollHeight - list.clientHeight) * ${share};
      do await frame();
      while (running > 0 || list.querySelector(".waiting") !== null);
      await frame();
      return performance.now() - startedAt;
    })()`);
    all.push(Number(took));
  }
  return all;
}

async function stop(tab: Tab, before: number): Promise<Seen> {
  const seen = (await tab.evaluate("stop()")) as Omit<Seen, "worked">;
  return { ...seen, worked: (await worked(tab)) - before };
}

async function worked(tab: Tab): Promise<number> {
  const { TaskDuration = Number.NaN } = await tab.metrics();
  return TaskDuration;
}

function framesOf({ times, empty, worked: seconds }: Seen): Frames {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const total = gaps.reduce((sum, one) => sum + one, 0);
  const percent = (count: number): number => Number(((100 * count) / gaps.length).toFixed(2));
  // A frame is late when it missed its turn, not when the clock is a little off.
  const over = (ms: number): number => percent(gaps.filter((one) => one > ms + 1).length);
  return {
    frames: gaps.length,
    perSecond: Number(((1000 * gaps.length) / total).toFixed(1)),
    over17: over(16.7),
    over34: over(33.4),
    worstMs: Number(Math.max(...gaps).toFixed(1)),
    mainMs: Number(((1000 * seconds) / gaps.length).toFixed(1)),
    empty: percent(empty),
  };
}
