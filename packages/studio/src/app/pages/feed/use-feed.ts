import { useCallback, useEffect, useState } from "preact/hooks";

import type { FeedLine } from "../../../wire/feed.js";
import { Failure, fetchPath } from "../../data/source.js";
import { afterLine, type FeedState, NOTHING } from "./feed-state.js";

const GONE = { done: true, value: undefined } as const;

/** A feed that is listened to. */
interface HeardFeed {
  readonly state: FeedState;
  /** The present second, since 1970. */
  readonly second: number;
  readonly isConnected: boolean;
  /** Why it broke off. */
  readonly error: unknown;
  /** Listens again. */
  readonly again: () => void;
}

/** Listens to the studio as long as the page is seen. */
export function useFeed(): HeardFeed {
  const [state, setState] = useState(NOTHING);
  const [second, setSecond] = useState(presentSecond);
  const [link, setLink] = useState<{ isConnected: boolean; error?: unknown }>({
    isConnected: false,
  });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSecond(presentSecond()), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setLink({ isConnected: false });
    setState((before) => ({ ...before, end: undefined }));
    const onOpen = (): void => setLink({ isConnected: true });
    const onLines = (lines: readonly FeedLine[]): void =>
      setState((before) =>
        lines.reduce<FeedState>((now, line) => afterLine(now, line, presentSecond()), before),
      );
    hear({ signal, onOpen, onLines }).then(
      () => setLink({ isConnected: false }),
      (error: unknown) => {
        if (!signal.aborted) setLink({ isConnected: false, error });
      },
    );
    return () => controller.abort();
  }, [turn]);
  const again = useCallback(() => setTurn((before) => before + 1), []);
  return { state, second, ...link, error: link.error, again };
}

async function hear({
  signal,
  onOpen,
  onLines,
}: {
  readonly signal: AbortSignal;
  readonly onOpen: () => void;
  readonly onLines: (lines: readonly FeedLine[]) => void;
}): Promise<void> {
  const { body } = await fetchPath("/api/events", signal);
  if (body === null) return;
  onOpen();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read().catch(() => GONE);
    if (done && signal.aborted) return;
    if (done) throw new Failure("", { status: 0, code: "unreachable" });
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    const told = lines.map((line) => JSON.parse(line) as FeedLine);
    onLines(told);
    if (told.some((line) => "end" in line)) return;
  }
}

function presentSecond(): number {
  return Math.floor(new Date().getTime() / 1000);
}
