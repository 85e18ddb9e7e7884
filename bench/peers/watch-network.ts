/**
 * Loaded before anything else by the processes of a system: lets no connection leave this
 * machine, and appends the host of each to the file that `KIOKU_BENCH_HOSTS` names.
 */
import { appendFileSync } from "node:fs";
import { Socket } from "node:net";

const file = process.env["KIOKU_BENCH_HOSTS"];
/** The port of a service that nobody runs any more. */
const REFUSING = { host: "127.0.0.1", port: 9 };
type Connect = (...args: readonly unknown[]) => Socket;
const connect = Reflect.get(Socket.prototype, "connect") as Connect;

Socket.prototype.connect = function watched(this: Socket, ...args: readonly unknown[]): Socket {
  const host = hostOf(args);
  if (host === undefined || /^(?:localhost|127\..*|::1|\[::1\])$/u.test(host)) {
    return Reflect.apply(connect, this, args);
  }
  if (file !== undefined) appendFileSync(file, `${host}\n`);
  return Reflect.apply(connect, this, [REFUSING]);
};

/** Returns the host of a call of `connect`; there is none for a pipe. */
function hostOf(args: readonly unknown[]): string | undefined {
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as readonly unknown[];
  if (typeof first === "number") return typeof second === "string" ? second : undefined;
  if (typeof first !== "object" || first === null || !("host" in first)) return undefined;
  return typeof first.host === "string" ? first.host : undefined;
}
