import { useEffect, useRef, useState } from "preact/hooks";

import { route, setQuery } from "../frame/router.js";
import { readSettings, type Settings, writeSettings } from "./settings-query.js";

/** Milliseconds after the last change when the address follows: browsers limit how often it may. */
const REST_MS = 250;

/**
 * Keeps the settings of a page, numbers and texts, in its address, so that it can be shared and
 * loaded again. Those that are as they were at first are left out of it.
 */
export function useSettings<S extends Settings>(
  first: S,
): readonly [settings: S, change: (changes: Partial<S>) => void] {
  const { query } = route.value;
  const [settings, setSettings] = useState(() => readSettings(first, query));
  const written = useRef(query);
  useEffect(() => {
    if (query === written.current) return;
    written.current = query;
    setSettings(readSettings(first, query));
  }, [query]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const changes = writeSettings(first, settings);
      const isWritten = Object.entries(changes).every(
        ([name, text]) => (query[name] ?? "") === text,
      );
      if (isWritten) return;
      setQuery(changes);
      written.current = route.value.query;
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [settings]);
  return [settings, (changes) => setSettings((before) => ({ ...before, ...changes }))];
}
