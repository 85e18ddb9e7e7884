import { MemoryError, type CallOptions, type WriteOptions } from "@kioku/core";
import {
  checkBoolean,
  checkCallOptions,
  checkFunction,
  checkMembers,
  checkText,
  invalidInput,
  MAX_NAME_LENGTH,
  unlessAborted,
} from "@kioku/core/toolkit";

import type {
  CaptionOptions,
  CaptionReport,
  FoundImage,
  ImageQuery,
  ImageReceipt,
  Images,
  ImageStats,
  SeenImage,
} from "../api/images.js";
import { readBlob } from "../blobs/checked-blobs.js";
import type { FileCollector } from "../blobs/file-collector.js";
import type { BackgroundCaptions } from "../captions/background-captions.js";
import { captionImages, countImages } from "../captions/caption-images.js";
import { checkImageQuery, checkLimit, findImages } from "../find/find-images.js";
import { similarImages } from "../find/similar-images.js";
import { imagesInMessages } from "../messages/images-in-messages.js";
import { loadAddress } from "../messages/load-address.js";
import type { ImageHost } from "../model/image-host.js";
import { IMAGE, sha256Of } from "../model/image-record.js";
import { checkImage, checkPlace } from "../staging/check-image.js";
import type { InTurn } from "../staging/in-turn.js";
import { placeOf, type LastImages } from "../staging/last-images.js";
import { stageImage } from "../staging/stage-image.js";

/** Parts that all scopes of a plugin share. */
interface ImageParts {
  readonly lasts: LastImages;
  readonly turns: InTurn;
  readonly collector: FileCollector;
  readonly background: BackgroundCaptions;
}

type MessageOptions = Parameters<Images["seeMessages"]>[1];
const MESSAGE_OPTIONS = ["at", "source", "thread", "sources", "filter", "signal", "actor", "cause"];

/** Images of one scope. */
export class ImageView implements Images {
  readonly #host: ImageHost;
  readonly #parts: ImageParts;

  constructor(host: ImageHost, parts: ImageParts) {
    this.#host = host;
    this.#parts = parts;
  }

  scope(...path: readonly [string, ...string[]]): Images {
    const memory = this.#host.memory.scope(...path);
    return new ImageView({ ...this.#host, memory }, this.#parts);
  }

  async see(image: SeenImage, options: WriteOptions = {}): Promise<ImageReceipt> {
    const host = this.#host;
    const { lasts, turns, collector, background } = this.#parts;
    const { signal } = options;
    const checked = checkImage(image, host.maxBytes);
    signal?.throwIfAborted();
    const run = turns.run(placeOf(host, checked.source), async () => {
      const receipt = await stageImage(host, { ...options, image: checked, lasts, collector });
      if (receipt.status === "staged") background.noticed(host);
      return receipt;
    });
    return unlessAborted(run, signal);
  }

  async seeMessages(
    messages: readonly unknown[],
    given: MessageOptions,
  ): Promise<readonly ImageReceipt[]> {
    if (!Array.isArray(messages)) throw invalidInput("messages", "a list", messages);
    checkMembers(given, "options", MESSAGE_OPTIONS);
    const { at, source, thread, sources, filter, ...options } = given;
    const place = { source, thread, sources, filter };
    checkPlace(place, "options");
    const receipts: ImageReceipt[] = [];
    for (const { data, uri } of imagesInMessages(messages)) {
      try {
        const bytes = data ?? (await this.#load(uri, options));
        if (bytes) receipts.push(await this.see({ ...place, at, uri, data: bytes }, options));
      } catch (error) {
        // A file that cannot be decoded holds up no conversation.
        if (!MemoryError.is(error, "invalid-input")) throw error;
        this.#host.logger.warn("image of a message was left out", { problem: error.message });
      }
    }
    return receipts;
  }

  async caption(options: CaptionOptions = {}): Promise<CaptionReport> {
    const host = this.#host;
    checkMembers(options, "options", ["partial", "onProgress", "signal"]);
    const { partial, onProgress, signal } = options;
    if (onProgress !== undefined) checkFunction(onProgress, "options.onProgress");
    if (!host.model) throw invalidInput("model", "given to imageMemory, to caption images");
    if (partial !== undefined) checkBoolean(partial, "options.partial");
    const { collector } = this.#parts;
    const run = { collector, partial, onProgress, signal };
    const { failure: _, ...report } = await captionImages(host, run);
    return report;
  }

  async find(query: ImageQuery, options: CallOptions = {}): Promise<readonly FoundImage[]> {
    checkImageQuery(query);
    checkCallOptions(options);
    return findImages(this.#host, query, options);
  }

  async similar(
    image: string | Uint8Array,
    options: Parameters<Images["similar"]>[1] = {},
  ): Promise<readonly FoundImage[]> {
    checkMembers(options, "options", ["limit", "reach", "signal"]);
    checkLimit(options, "options");
    return similarImages(this.#host, image, options);
  }

  async bytes(id: string, options: CallOptions = {}): Promise<Uint8Array | undefined> {
    checkText(id, "id", MAX_NAME_LENGTH);
    const record = await this.#host.memory.read(id, options);
    if (record?.kind !== IMAGE) return undefined;
    return readBlob(this.#host.blobs, sha256Of(record), options);
  }

  async stats(options: CallOptions = {}): Promise<ImageStats> {
    checkCallOptions(options);
    return countImages(this.#host, options);
  }

  async sweep(options: CallOptions = {}): Promise<number> {
    checkCallOptions(options);
    return this.#parts.collector.sweep(this.#host, options);
  }

  async #load(address: string, { signal }: CallOptions): Promise<Uint8Array | undefined> {
    const { fetch, maxBytes } = this.#host;
    return fetch && loadAddress(address, { fetch, maxBytes, signal });
  }
}
