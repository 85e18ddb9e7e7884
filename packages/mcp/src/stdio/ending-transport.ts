import { type Readable, Transform, type Writable } from "node:stream";

import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

/** Streams of a connection. */
export interface StdioStreams {
  /** Messages of the client. */
  readonly input: Readable;
  /** Messages to the client. */
  readonly output: Writable;
}

/** Hearer of an `EndingTransport`. */
interface EndingEvents {
  /** No more is read. */
  onEnding(): void;
  /** No more is read, and everything is answered. */
  onIdle(): void;
  /** The connection has ended. */
  onClosed(): void;
}

/**
 * Transport over streams that stays open after the end of its input until what was asked before is
 * answered. The one of the SDK drops those requests.
 */
export class EndingTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport["onmessage"]>;

  readonly #input: Readable;
  /** Carries the input, and does not end with it. */
  readonly #lines: Transform;
  readonly #inner: StdioServerTransport;
  /** Requests without an answer. */
  readonly #open = new Set<RequestId>();
  readonly #events: EndingEvents;
  #isEnding = false;
  #isRead = false;

  constructor({ input, output }: StdioStreams, events: EndingEvents) {
    this.#input = input;
    this.#events = events;
    this.#lines = new Transform({
      transform: (chunk, _encoding, done) => done(null, chunk),
      // The last line may lack its end.
      flush: () => {
        this.#isRead = true;
        this.#lines.push("\n");
        this.#look();
      },
    });
    this.#inner = new StdioServerTransport(this.#lines, output);
  }

  /** True once no more is read. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  async start(): Promise<void> {
    Object.assign(this.#inner, {
      onmessage: (message: JSONRPCMessage) => {
        this.#note(message);
        this.onmessage?.(message);
      },
      onerror: (error: Error) => this.onerror?.(error),
      onclose: () => {
        this.#letGo();
        this.onclose?.();
        this.#events.onClosed();
      },
    });
    const started = this.#inner.start();
    // After the listener of the transport, which has taken a chunk when this one hears of it.
    this.#lines.on("data", () => this.#look());
    const end = (): void => this.endInput();
    this.#input.on("end", end).on("close", end).on("error", this.#fail);
    if (this.#input.readableEnded || this.#input.destroyed) end();
    else this.#input.pipe(this.#lines, { end: false });
    await started;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    try {
      await this.#inner.send(message);
    } finally {
      if (!("method" in message) && message.id !== undefined) this.#settle(message.id);
    }
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }

  /** Reads no more. What was read is answered. */
  endInput(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#letGo();
    this.#events.onEnding();
    this.#lines.end();
  }

  readonly #fail = (error: Error): void => {
    this.onerror?.(error);
    this.endInput();
  };

  /** Leaves the input to others; a paused one does not keep a process alive. */
  #letGo(): void {
    this.#input.unpipe(this.#lines);
    this.#input.pause();
  }

  #note(message: JSONRPCMessage): void {
    // A subscription is open until one of both sides ends it.
    if (isJSONRPCRequest(message) && message.method !== "subscriptions/listen") {
      this.#open.add(message.id);
    } else if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
      const id = message.params?.["requestId"];
      if (typeof id === "string" || typeof id === "number") this.#settle(id);
    }
  }

  #settle(id: RequestId): void {
    this.#open.delete(id);
    this.#look();
  }

  #look(): void {
    const isIdle = this.#isRead && this.#lines.readableLength === 0 && this.#open.size === 0;
    if (isIdle) this.#events.onIdle();
  }
}
