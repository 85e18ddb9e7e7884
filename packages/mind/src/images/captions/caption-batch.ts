import type { CallOptions, MemoryRecord } from "@kioku/core";

import type { FileCollector } from "../blobs/file-collector.js";
import type { ImageHost } from "../model/image-host.js";
import { attemptsOf, mediaTypeOf, seenAt, sourceOf } from "../model/image-record.js";
import { askCaptions, type CaptionAnswer } from "./ask-captions.js";
import { loadImages, type LoadedImage } from "./load-images.js";
import { captionInput, failedInput, withoutCaption, writeVersions } from "./write-captions.js";

/** Failures after which an image that is asked about alone gets no caption, if others do. */
const MAX_ATTEMPTS = 4;

/** Result of a batch. */
export interface BatchOutcome {
  /** Images that wait no longer, with those that cannot be described. */
  readonly captioned: number;
  /** Images that were removed in the meantime. */
  readonly gone: number;
  readonly tokens: number;
  /** In words, without any text of the model. */
  readonly failure?: string | undefined;
  /** True if the model gave no answer at all. */
  readonly hasThrown: boolean;
}

/** Surroundings of a batch. */
interface BatchCall extends CallOptions {
  readonly collector: FileCollector;
  /** True if the model gave captions in this run. */
  readonly hasWorked: boolean;
}

/** Asks for the captions of a batch and writes them, each with the version that was read. */
export async function captionBatch(
  host: ImageHost,
  batch: readonly MemoryRecord[],
  { collector, hasWorked, signal }: BatchCall,
): Promise<BatchOutcome> {
  const { loaded, damaged, unreadable } = await loadImages(host, batch, { collector, signal });
  const asking = await ask(host, loaded, { signal });
  const { captions: found, tokens } = asking;
  const isDown = loaded.length === 0 && unreadable.length > 0;
  const failure = isDown ? "store of files failed" : asking.failure;
  const described = loaded.filter((_, index) => found.has(index));
  const failed = loaded.filter((_, index) => !found.has(index));
  const isUp = hasWorked || described.length > 0;
  const isHopeless = ({ record }: LoadedImage): boolean =>
    isUp && attemptsOf(record) >= MAX_ATTEMPTS;
  const captions = loaded.flatMap(({ record }, index) => {
    const caption = found.get(index);
    return caption === undefined ? [] : [captionInput(record, caption, host)];
  });
  const hopeless = [...failed.filter(isHopeless).map(({ record }) => record), ...damaged];
  const finished = [...captions, ...hopeless.map(withoutCaption)];
  const outcomes = await writeVersions(host, finished, { signal });
  const again = failed.filter((one) => !isHopeless(one)).map(({ record }) => record);
  // A plugin that refuses a caption lets it wait, and counts.
  const refused = described.filter((_, index) => outcomes[index] === "refused");
  const waiting = [...again, ...unreadable, ...refused.map(({ record }) => record)];
  await writeVersions(host, waiting.map(failedInput), { signal });
  return {
    captioned: outcomes.filter((one) => one === "written").length,
    gone: outcomes.filter((one) => one === "gone").length,
    tokens,
    failure: failure ?? missingOf(waiting.length, batch.length),
    hasThrown: failure !== undefined,
  };
}

function missingOf(missing: number, asked: number): string | undefined {
  return missing === 0 ? undefined : `${missing} of ${asked} images got no caption`;
}

async function ask(
  { model, waits, timeoutMs }: ImageHost,
  loaded: readonly LoadedImage[],
  { signal }: CallOptions,
): Promise<CaptionAnswer> {
  if (loaded.length === 0 || model === undefined) return { captions: new Map(), tokens: 0 };
  const asked = loaded.map(({ record, bytes }) => ({
    source: sourceOf(record),
    at: seenAt(record),
    mediaType: mediaTypeOf(record),
    data: bytes,
  }));
  return askCaptions(model, asked, { schedule: waits, timeoutMs, signal });
}
