import { unlessAborted } from "@kioku/core/toolkit";

import { Refusal } from "./refusal.js";

/** One request, from its arrival to the end of its answer. */
export class Exchange {
  /** Id of the message, once it is known. */
  id: string | number | null = null;
  /** Ends a subscription. Other requests have none: they end by themselves. */
  unsubscribe: (() => void) | undefined;
  /** Settles when the answer has ended. */
  readonly ended: Promise<void>;
  readonly #cut = new AbortController();
  readonly #end: () => void;

  constructor(client: AbortSignal, atLimit: (task: () => void) => () => void) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancelTimer = atLimit(() => this.#onLimit());
    const onLeave = (): void => this.#abort(new Refusal(499, "request was cancelled"));
    client.addEventListener("abort", onLeave, { once: true });
    this.ended = promise;
    this.#end = () => {
      cancelTimer();
      client.removeEventListener("abort", onLeave);
      resolve();
    };
    if (client.aborted) onLeave();
  }

  /** Aborts when the client has left, or the time is over. The reason is a `Refusal`. */
  get signal(): AbortSignal {
    return this.#cut.signal;
  }

  /** Returns the answer that work makes, or tells why it did not end. */
  async answer(work: Promise<Response>): Promise<Response> {
    try {
      const response = await unlessAborted(work, this.signal);
      if (response.body !== null && isStream(response)) return this.#carry(response, response.body);
      this.#end();
      return response;
    } catch (error) {
      this.#end();
      if (error instanceof Refusal) return error.toResponse(this.id);
      throw error;
    }
  }

  #onLimit(): void {
    if (this.unsubscribe === undefined) {
      this.#abort(new Refusal(504, "request took too long"));
    } else {
      this.unsubscribe();
      this.#end();
    }
  }

  #abort(reason: Refusal): void {
    this.#cut.abort(reason);
    this.#end();
  }

  /** Passes a stream on. If it is cut off, its last event tells why. */
  #carry(response: Response, body: ReadableStream<Uint8Array>): Response {
    const reader = body.getReader();
    const carried = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          const { done, value } = await unlessAborted(reader.read(), this.signal);
          if (value !== undefined) return controller.enqueue(value);
          // A stream that is cut off ends, and may do so before this hears of the signal.
          this.signal.throwIfAborted();
          if (done) controller.close();
        } catch (error) {
          const refusal = error instanceof Refusal ? error : new Refusal(500, "request failed");
          controller.enqueue(new TextEncoder().encode(refusal.toEvent(this.id)));
          controller.close();
        }
        this.#end();
      },
      cancel: async (reason) => {
        this.#end();
        await reader.cancel(reason);
      },
    });
    const { status } = response;
    const headers = new Headers(response.headers);
    // The server that has the connections decides how long they are kept.
    headers.delete("connection");
    return new Response(carried, { status, headers });
  }
}

function isStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}
