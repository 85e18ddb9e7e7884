import { beginNow } from "./changes.js";
import { FeedNotes } from "./feed-progress.js";
import { FeedRunner } from "./feed-runner.js";
import { FeedSource } from "./feed-source.js";
import type { MemoryFeed, MemoryFeedOptions } from "./memory-feed.js";
import { NameClaim } from "./name-claim.js";

/**
 * Starts to listen, and delivers what was left from before. Resolves when it listens.
 *
 * - It delivers every version of a record that `remember`, `rememberAll`, `set` or `update` writes,
 *   in the order of commit within a scope, up to four scopes at once. It skips records that are
 *   gone by then, and imports, except those with times within the overlap.
 * - Changes of this process come after their commit; those of other processes at the start, every
 *   `pollMs`, and every few seconds while something is delivered. A feed without a note begins now.
 * - Each change comes at least once: those since the last note come again after a crash. Times are
 *   not in the order of commits, so a scan begins 60 s before the mark, and skips up to 1,000
 *   delivered records. A change of another process is missed if its commit is later than that.
 * - At most 1,000 changes wait; more are read from the store later. A store that fails is tried
 *   again after 1 s, 2 s, and so on up to a minute.
 * - Two feeds of one name warn of each other within half a minute.
 */
export async function startMemoryFeed(options: MemoryFeedOptions): Promise<MemoryFeed> {
  const { memory, reach, clock } = options;
  const source = new FeedSource(memory, options.notes);
  const notes = new FeedNotes(options.notes, options.name);
  const claim = new NameClaim(options);
  await claim.take();
  const noted = await notes.read();
  const progress = noted ?? (await beginNow(source, clock(), options));
  if (!noted) await notes.write(progress.toNote(Infinity));
  const listening = new AbortController();
  const stopListening = (): void => listening.abort();
  const runner = new FeedRunner({ options, source, notes, progress, stopListening });
  const { signal } = listening;
  memory.on("remembered", ({ record }) => runner.take(record), { reach, signal });
  runner.scan();
  runner.poll();
  return {
    settled: (call) => runner.settled(call),
    close: async () => {
      await runner.close();
      await claim.release();
    },
  };
}
