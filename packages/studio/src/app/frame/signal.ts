import { useLayoutEffect, useState } from "preact/hooks";

/** Value that several parts of the page read. */
interface Signal<T> {
  /** Setting another one draws the page again. */
  value: T;
}

const listeners = new Set<() => void>();

/** Makes a value that several parts of the page read. */
export function signal<T>(initial: T): Signal<T> {
  let held = initial;
  return {
    get value() {
      return held;
    },
    set value(next) {
      if (Object.is(held, next)) return;
      held = next;
      for (const listener of listeners) listener();
    },
  };
}

/** Draws a component, and all in it, again whenever a signal changes. */
export function useSignals(): void {
  const [, draw] = useState({});
  useLayoutEffect(() => {
    const listener = (): void => draw({});
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
}
