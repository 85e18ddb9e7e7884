import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/** A message that has passed, as a plain object. */
export interface Passed {
  readonly from: "client" | "server";
  readonly message: Readonly<Record<string, unknown>>;
}

/** A transport that keeps what passes through another one. */
export class RecordedTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  readonly passed: Passed[] = [];
  readonly #inner: Transport;

  constructor(inner: Transport) {
    this.#inner = inner;
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream ?? false;
  }

  async start(): Promise<void> {
    const handlers: Pick<Transport, "onmessage" | "onclose" | "onerror"> = {
      onmessage: (message, extra) => {
        this.#keep("server", message);
        this.onmessage?.(message, extra);
      },
      onclose: () => this.onclose?.(),
      onerror: (error) => this.onerror?.(error),
    };
    Object.assign(this.#inner, handlers);
    await this.#inner.start();
  }

  async send(...[message, options]: Parameters<Transport["send"]>): Promise<void> {
    this.#keep("client", message);
    await this.#inner.send(message, options);
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  #keep(from: Passed["from"], message: JSONRPCMessage): void {
    this.passed.push({ from, message: structuredClone(message) });
  }
}
