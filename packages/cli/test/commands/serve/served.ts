import type { Host, HostOutput } from "../../../src/host.js";
import { main } from "../../../src/main.js";
import { type TestHost, testHost } from "../../support/test-host.js";

/** Token of served memories. */
export const TOKEN = "a-token-of-the-tests";

/** An answer. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A memory that `kioku serve` serves. */
export interface Served extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Text on stderr so far. */
  stderr(): string;
  /** Posts a body, with the token. */
  post(verb: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Does what SIGTERM does, and returns the exit code. */
  stop(): Promise<number>;
}

/** Starts `kioku serve` with these flags: `await using memory = await serve()`. */
export async function serve(...flags: readonly string[]): Promise<Served> {
  return serveWith({ KIOKU_TOKEN: TOKEN, KIOKU_EMBEDDING_MODEL: "none" }, flags);
}

/** Does the same with another environment. */
export async function serveWith(env: Host["env"], flags: readonly string[]): Promise<Served> {
  const host = testHost({ env });
  const served = await serveOn(host, flags);
  return {
    ...served,
    [Symbol.asyncDispose]: async () => {
      await served.stop();
      host[Symbol.dispose]();
    },
  };
}

/** Does the same on a host that stays. */
export async function serveOn(host: TestHost, flags: readonly string[]): Promise<Served> {
  let stderr = "";
  const { promise: listening, resolve } = Promise.withResolvers<string>();
  const stdout: HostOutput = {
    write: (text, done) => {
      resolve((JSON.parse(text) as { readonly url: string }).url);
      queueMicrotask(done);
    },
  };
  const error: HostOutput = {
    write: (text, done) => {
      stderr += text;
      queueMicrotask(done);
    },
  };
  const ended = main(["serve", "--port", "0", "--json", ...flags], {
    ...host,
    stdout,
    stderr: error,
  });
  const url = await Promise.race([
    listening,
    ended.then((code) => {
      throw new Error(`serve ended with ${code}: ${stderr}`);
    }),
  ]);
  const stop = async (): Promise<number> => {
    host.interrupt();
    return ended;
  };
  return {
    url,
    port: Number(new URL(url).port),
    stderr: () => stderr,
    post: async (verb, body, headers = {}) => {
      const response = await fetch(`${url}/v1/${verb}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${TOKEN}`,
          "content-type": "application/json",
          ...headers,
        },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
      return {
        status: response.status,
        headers: response.headers,
        body: await response.json(),
      };
    },
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}
