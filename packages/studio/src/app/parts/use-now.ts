import { signal } from "../frame/signal.js";

/** Difference of the memory's clock from that of the machine, in milliseconds. */
const shift = signal(0);

/** Takes the clock of the memory over. */
export function setNow(now: string): void {
  shift.value = new Date(now).getTime() - new Date().getTime();
}

/** Returns the present moment by the clock of the memory. */
export function presentMoment(): Date {
  return new Date(new Date().getTime() + shift.value);
}
