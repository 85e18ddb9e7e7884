import { fileURLToPath } from "node:url";

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const KIOKU = fileURLToPath(new URL("../../packages/cli/dist/bin.js", import.meta.url));

/** Id of a memory, or why there is none. */
export interface Kept {
  readonly id?: string;
  readonly problem?: string;
}

/** A process of `kioku serve mcp`, with its client. */
export class ServedProcess {
  readonly #client = new Client({ name: "torture", version: "0.0.0" });
  readonly #transport: StdioClientTransport;
  #complaint = "";
  #isKilled = false;

  constructor(database: string, home: string) {
    this.#transport = new StdioClientTransport({
      command: process.execPath,
      args: [KIOKU, "serve", "mcp", "--database", database],
      env: { HOME: home },
      cwd: home,
      stderr: "pipe",
    });
    this.#transport.stderr?.on("data", (text: Buffer) => (this.#complaint += text.toString()));
  }

  /** Connects; the process has started then. */
  async start(): Promise<void> {
    await this.#client.connect(this.#transport);
  }

  /** Remembers; `undefined` if it was killed before it answered. */
  async remember(content: string): Promise<Kept | undefined> {
    try {
      const { isError, structuredContent } = await this.#client.callTool({
        name: "remember",
        arguments: { content },
      });
      const { status, id } = (structuredContent ?? {}) as { status?: string; id?: string };
      if (isError !== true && status === "stored" && id !== undefined) return { id };
      return { problem: `was ${status ?? "refused"}` };
    } catch (error) {
      if (this.#isKilled) return undefined;
      throw new Error(`a server ended by itself: ${this.#complaint.trim()}`, { cause: error });
    }
  }

  /** Kills it. */
  kill(): void {
    const { pid } = this.#transport;
    if (pid === null) return;
    this.#isKilled = true;
    process.kill(pid, "SIGKILL");
  }

  /** Ends its input; returns what it wrote to stderr. */
  async end(): Promise<string> {
    await this.#client.close();
    return this.#complaint.trim();
  }
}
