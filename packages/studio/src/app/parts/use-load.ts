import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** Data on its way, here, or failed. The last data stay while newer ones are on their way. */
export interface Loaded<T> {
  /** Data; absent before the first answer. */
  readonly data: T | undefined;
  /** Failure of the last request. */
  readonly error: unknown;
  /** True while a request runs. */
  readonly isLoading: boolean;
  /** Asks again. */
  readonly reload: () => void;
}

/**
 * Loads data when the page appears and whenever `key` changes, which is JSON of what it depends on.
 * An answer that comes after a newer request is dropped, and the request is aborted.
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, key: unknown): Loaded<T> {
  const [state, setState] = useState<{ data?: T; error?: unknown; isLoading: boolean }>({
    isLoading: true,
  });
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const id = JSON.stringify(key);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setState((before) => ({ ...before, isLoading: true }));
    latest.current(signal).then(
      (data) => {
        if (!signal.aborted) setState({ data, isLoading: false });
      },
      (error: unknown) => {
        if (!signal.aborted) setState((before) => ({ ...before, error, isLoading: false }));
      },
    );
    return () => controller.abort();
  }, [id, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { data: state.data, error: state.error, isLoading: state.isLoading, reload };
}
