import type { CallOptions } from "@kioku/core";
import { MemoryError } from "@kioku/core";

import { checkKey, checkKeyPrefix, isKey } from "./check-key.js";
import type { ObjectStore, PutOptions, StoredObject } from "./object-store.js";
import { BrokenAnswer } from "./s3/exchange.js";
import { type ListPage, type ListRequest, readList } from "./s3/read-list.js";
import { S3Client } from "./s3/s3-client.js";
import { resolveS3Options, type S3ObjectsOptions, type S3Settings } from "./s3/s3-options.js";
import { readProblem, type S3Answer, type S3Problem } from "./s3/s3-refusal.js";

/**
 * Makes an object store of a bucket of S3, or of any server that speaks its protocol. Requests that
 * stall, are cut or are answered with 408, 429 or 5xx are repeated for about 15 seconds.
 */
export function s3Objects(options: S3ObjectsOptions): ObjectStore {
  return new S3Objects(resolveS3Options(options));
}

class S3Objects implements ObjectStore {
  readonly name: string;
  readonly #prefix: string;
  readonly #client: S3Client;

  constructor(settings: S3Settings) {
    this.name = settings.name;
    this.#prefix = settings.prefix;
    this.#client = new S3Client(settings);
  }

  async put(key: string, body: Uint8Array, options: PutOptions = {}): Promise<void> {
    const { signal, ifAbsent = false } = options;
    const name = this.#fullKey(key);
    // Not all servers heed the condition; it closes the gap where they do.
    if (ifAbsent && (await this.#exists(name, signal))) throw this.#taken(key);
    for (let isConditional = ifAbsent; ; isConditional = false) {
      const headers = isConditional ? { "if-none-match": "*" } : {};
      const request = { method: "PUT", key: name, body, headers } as const;
      const { answer, attempt } = await this.#client.send(request, signal, (one, count) => ({
        answer: one,
        attempt: count,
      }));
      if (answer.status < 300) return;
      const problem = readProblem(answer);
      if (isConditional && isNotImplemented(problem)) continue;
      if (problem.status === 412 && ifAbsent) {
        const there = await this.get(key, { signal });
        // An attempt whose answer was lost may have been done.
        if (attempt > 1 && there !== undefined && Buffer.compare(there, body) === 0) return;
        if (there !== undefined) throw this.#taken(key);
      }
      throw this.#client.refused(problem, `writing ${key}`);
    }
  }

  async get(key: string, options: CallOptions = {}): Promise<Uint8Array | undefined> {
    const request = { method: "GET", key: this.#fullKey(key) } as const;
    const answer = await this.#client.send(request, options.signal, whole);
    if (answer.status === 200) return answer.body;
    const problem = readProblem(answer);
    // Any other 404 may come from something that is no bucket.
    if (problem.status === 404 && problem.code === "NoSuchKey") return undefined;
    throw this.#client.refused(problem, `reading ${key}`);
  }

  async *list(prefix: string, options: CallOptions = {}): AsyncGenerator<StoredObject> {
    checkKeyPrefix(prefix);
    const own = `${this.#prefix}${prefix}`;
    let after: string | undefined;
    let token: string | undefined;
    for (;;) {
      const place: ListRequest = { prefix: own, after, token };
      const { objects, next } = await this.#page(place, options.signal);
      for (const { key, bytes } of objects) {
        const name = key.slice(this.#prefix.length);
        // Others may be beside ours, such as the empty object that stands for a folder.
        if (isKey(name)) yield { key: name, bytes };
      }
      if (next === undefined) return;
      after = objects.at(-1)?.key ?? after;
      token = next;
    }
  }

  async delete(key: string, options: CallOptions = {}): Promise<void> {
    const request = { method: "DELETE", key: this.#fullKey(key) } as const;
    const answer = await this.#client.send(request, options.signal, whole);
    if (answer.status < 300) return;
    const problem = readProblem(answer);
    if (problem.status === 404 && problem.code === "NoSuchKey") return;
    throw this.#client.refused(problem, `deleting ${key}`);
  }

  async #page(place: ListRequest, signal: AbortSignal | undefined): Promise<ListPage> {
    const { prefix, token } = place;
    const query = {
      "list-type": "2",
      ...(token !== undefined && { "continuation-token": token }),
      prefix,
    };
    const page = await this.#client.send({ method: "GET", query }, signal, (answer) => {
      if (answer.status !== 200) return readProblem(answer);
      const read = readList(new TextDecoder().decode(answer.body), place);
      if (typeof read !== "string") return read;
      throw new BrokenAnswer(`sent a list that ${read}`, { isNonsense: true });
    });
    if ("status" in page) throw this.#client.refused(page, "listing");
    return page;
  }

  async #exists(key: string, signal: AbortSignal | undefined): Promise<boolean> {
    const answer = await this.#client.send({ method: "HEAD", key }, signal, whole);
    if (answer.status < 300) return true;
    if (answer.status === 404) return false;
    throw this.#client.refused(readProblem(answer), "asking for an object");
  }

  #fullKey(key: string): string {
    checkKey(key);
    return `${this.#prefix}${key}`;
  }

  #taken(key: string): MemoryError {
    return new MemoryError("conflict", `${this.name} has an object ${key} already`);
  }
}

function whole(answer: S3Answer): S3Answer {
  return answer;
}

function isNotImplemented({ status, code }: S3Problem): boolean {
  return (
    status === 501 || (status === 400 && (code === "NotImplemented" || code === "InvalidArgument"))
  );
}
