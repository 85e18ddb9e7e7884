import type { Call } from "../command/call.js";
import type { FORGET_FLAGS } from "../table/forget-commands.js";
import { agree } from "./remove/agree.js";
import { countedMemories } from "./remove/going-lines.js";
import { countStates } from "./remove/read-going.js";
import { removalOfCall } from "./remove/removal-of-call.js";

/** Runs `forget`. */
export async function run(call: Call<typeof FORGET_FLAGS>): Promise<void> {
  const { flags, print, signal } = call;
  const opened = await call.open();
  const { purge } = flags;
  const { memory } = opened;
  const removal = await removalOfCall(call, { memory, takesGone: purge, signal });
  if (!(await agree(call, { memory, removal, verb: "forget" }))) return;
  const mind = await opened.mind();
  const { target, reach } = removal;
  const scoped = typeof target === "string" ? {} : { reach };
  const states = await countStates(memory, removal, { signal });
  const all = await mind.forget(target, { ...scoped, purge, signal, actor: "cli" });
  const forgotten = Math.max(all - states, 0);
  await print.result({ forgotten }, () => [
    all === 0
      ? "There was nothing to forget."
      : print.style.good(
          `Forgot ${countedMemories(forgotten)}${purge ? " with their history" : ""}.`,
        ),
  ]);
}
