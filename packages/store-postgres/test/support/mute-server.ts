import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** The point from which a server stays silent. */
export type Silence = "at once" | "after the start-up";

/** A server that takes connections, and does not answer. */
export interface MuteServer extends AsyncDisposable {
  readonly url: string;
  /** Number of its connections. */
  connections(): number;
}

/** AuthenticationOk, then ReadyForQuery. */
const READY = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** Starts a server that is mute. */
export async function muteServer(silence: Silence): Promise<MuteServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.once("data", () => {
      if (silence === "after the start-up") socket.write(READY);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://nobody@127.0.0.1:${port}/none`,
    connections: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
