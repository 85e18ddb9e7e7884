/** Runs a task once after a delay in milliseconds, and returns what calls that off. */
export type Schedule = (task: () => void, delayMs: number) => () => void;
