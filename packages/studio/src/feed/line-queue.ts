import type { FeedEntry, FeedLine } from "../wire/feed.js";
import { MOST_RECORDS } from "./entry-of.js";

/** Most entries that wait for a slow reader. */
const MOST = 500;
/** Events of one record each that are told together if they come at once. */
const JOINED: ReadonlySet<string> = new Set(
  "remembered used archived embedded forgotten".split(" "),
);

/** Entries that wait to be sent; the oldest are left out if there are too many. */
export class LineQueue {
  readonly #entries: FeedEntry[] = [];
  #dropped = 0;

  /** Adds an entry, to the last one if both are of one batch. */
  add(entry: FeedEntry): void {
    const last = this.#entries.at(-1);
    if (last !== undefined && areOne(last, entry)) {
      this.#entries[this.#entries.length - 1] = {
        ...last,
        count: last.count + entry.count,
        records: [...last.records, ...entry.records].slice(0, MOST_RECORDS),
      };
      return;
    }
    this.#entries.push(entry);
    if (this.#entries.length <= MOST) return;
    this.#entries.shift();
    this.#dropped += 1;
  }

  /** Takes the line that is to be sent next. */
  take(): FeedLine | undefined {
    if (this.#dropped > 0) {
      const dropped = this.#dropped;
      this.#dropped = 0;
      return { dropped };
    }
    const entry = this.#entries.shift();
    return entry && { entry };
  }
}

function areOne(a: FeedEntry, b: FeedEntry): boolean {
  return (
    JOINED.has(a.name) &&
    a.name === b.name &&
    a.by === b.by &&
    a.isNew === b.isNew &&
    a.scope.join("/") === b.scope.join("/")
  );
}
