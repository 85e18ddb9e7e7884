import { useState } from "preact/hooks";

/** Something that is done once, on request. */
export interface Doing {
  /** True while it is being done. */
  readonly isDoing: boolean;
  /** Failure of the last attempt. */
  readonly error: unknown;
  /** Does it. */
  readonly run: () => void;
}

/** Returns what does something and keeps its failure. */
export function useDeed(work: () => Promise<void>): Doing {
  const [state, setState] = useState<{ readonly isDoing: boolean; readonly error?: unknown }>({
    isDoing: false,
  });
  const run = (): void => {
    if (state.isDoing) return;
    setState({ isDoing: true });
    work().then(
      () => setState({ isDoing: false }),
      (error: unknown) => setState({ isDoing: false, error }),
    );
  };
  return { isDoing: state.isDoing, error: state.error, run };
}
