import { once } from "node:events";
import { Agent, createServer, request as httpRequest } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

import { answerWith, errorAnswer } from "./s3-answers.ts";
import type { WholeAnswer, WholeRequest } from "./s3-answers.ts";
import type { FaultPlan, S3Fault } from "./s3-faults.ts";

/** A proxy in front of an S3 server through which requests go wrong as planned. */
export interface S3Proxy extends AsyncDisposable {
  /** Its address. */
  readonly endpoint: string;
  /** From now on, requests go wrong so; without a plan none does. */
  plan(faults: FaultPlan | undefined): void;
  /** Requests since the start. */
  readonly requests: number;
  /** Faults since the start, by name. */
  readonly faults: ReadonlyMap<S3Fault, number>;
  /** Resolves at the next request. */
  nextRequest(): Promise<void>;
}

/** Starts a proxy for a server. It heeds `If-None-Match: *`, as S3 does. */
export async function startS3Proxy(endpoint: string): Promise<S3Proxy> {
  const proxy = new LocalProxy(endpoint);
  await proxy.listen();
  return proxy;
}

class LocalProxy implements S3Proxy {
  readonly #upstream: URL;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => request.socket.destroy());
  });
  readonly #times = new Map<string, number>();
  readonly faults = new Map<S3Fault, number>();
  requests = 0;
  #plan: FaultPlan | undefined;
  #next = Promise.withResolvers<void>();
  /** Conditional uploads run one after the other. */
  #conditional: Promise<unknown> = Promise.resolve();

  constructor(endpoint: string) {
    this.#upstream = new URL(endpoint);
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  plan(faults: FaultPlan | undefined): void {
    this.#plan = faults;
  }

  nextRequest(): Promise<void> {
    return this.#next.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
    await once(this.#server, "close").catch(() => undefined);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers } = request;
    this.requests += 1;
    this.#next.resolve();
    this.#next = Promise.withResolvers();
    const fault = this.#faultOf(method, url);
    if (fault !== undefined) this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
    const body = await buffer(request);
    const whole = { method, url, headers, body };
    const isConditional = method === "PUT" && headers["if-none-match"] === "*";
    const forward = async (): Promise<WholeAnswer> =>
      isConditional ? this.#forwardIfAbsent(whole) : this.#forward(whole);
    await answerWith(fault, { request: whole, response, forward });
  }

  #faultOf(method: string, url: string): S3Fault | undefined {
    const target = url.replace(/continuation-token=[^&]*&?/u, "");
    const name = `${method} ${target}`;
    const time = (this.#times.get(name) ?? 0) + 1;
    this.#times.set(name, time);
    return this.#plan?.({ method, target, time });
  }

  async #forwardIfAbsent(request: WholeRequest): Promise<WholeAnswer> {
    const done = this.#conditional.then(async () => {
      const { host } = request.headers;
      // This server lets those in who do not sign.
      const there = { ...request, method: "HEAD", headers: { host }, body: Buffer.alloc(0) };
      const { status } = await this.#forward(there);
      if (status !== 200) return this.#forward(request);
      return errorAnswer(412, "PreconditionFailed");
    });
    this.#conditional = done.catch(() => undefined);
    return done;
  }

  async #forward({ method, url, headers, body }: WholeRequest): Promise<WholeAnswer> {
    const { hostname, port } = this.#upstream;
    const { agent, path } = { agent: this.#agent, path: url };
    const outgoing = httpRequest({ hostname, port, path, method, headers, agent });
    outgoing.end(body);
    const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
    const { statusCode: status = 500, headers: answered } = incoming;
    return { status, headers: answered, body: await buffer(incoming) };
  }
}
