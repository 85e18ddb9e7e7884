import { MemoryError } from "@kioku/core";
import { openStudio, type Studio } from "@kioku/studio";

import type { Call } from "../command/call.js";
import type { STUDIO_FLAGS } from "../table/set-up-commands.js";
import { followErasures } from "./remove/follow-erasures.js";
import { addressError, portOf, untilEnd } from "./serve/listen.js";

const PORT = 4115;
const HOST = "127.0.0.1";

/** Runs `studio` until Ctrl-C or SIGTERM. */
export async function run(call: Call<typeof STUDIO_FLAGS>): Promise<void> {
  const { flags, host, print, signal } = call;
  const { write } = flags;
  const port = portOf(flags.port, PORT);
  const opened = await call.open();
  const { memory, root } = opened;
  const store = opened.store.kind === "sqlite" ? opened.store.sqlite : undefined;
  const mind = await opened.mind();
  const options = { memory, root, store, mind, write, port, clock: host.clock };
  const erasures = followErasures(call, root);
  try {
    const studio = await listening(openStudio(options), port);
    await print.note("Open this address in a browser of this machine; Ctrl-C ends it.");
    await print.note(
      write
        ? "Who has it may change, forget and erase memories."
        : "It is read only: --write lets it change memories.",
    );
    await print.result({ url: studio.url }, () => [studio.url]);
    await untilEnd(signal);
    await studio.close();
  } finally {
    await erasures.end();
  }
}

/** Waits until a studio listens. @throws `CliError` if its port is taken */
async function listening(opening: Promise<Studio>, port: number): Promise<Studio> {
  try {
    return await opening;
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    throw MemoryError.is(error, "invalid-input") && cause instanceof Error
      ? addressError(cause, { host: HOST, port })
      : error;
  }
}
