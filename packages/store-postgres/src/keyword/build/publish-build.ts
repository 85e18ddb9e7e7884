import { sql } from "kysely";

import { numberArray } from "../../client/encode-array.js";
import { compile } from "../../sql/compile.js";
import type { Build } from "./build.js";

/**
 * Puts what a build has written in force, and then takes away what was in force before and what
 * others left behind.
 * @param numbers - Of the texts that it read, ascending: `encodeNumbers`.
 * @returns Whether it is in force; not if another build has begun or the segment was dropped.
 */
export async function publishBuild(
  build: Build,
  { numbers, documents }: { readonly numbers: Uint8Array; readonly documents: number },
): Promise<boolean> {
  const { session, options, scope, generation, graves } = build;
  const isInForce = await session.write(
    options,
    { access: [scope], lock: [scope] },
    async ({ channel, names }) => {
      const changed = await channel.change(
        compile(sql`
          update ${names.segments} set
            generation = building, covers = building_covers, numbers = ${numbers}::bytea,
            documents = ${documents}, building = null, building_covers = null
          where scope = ${scope} and building = ${generation}`),
      );
      if (changed === 0) return false;
      // Only those that it has seen: a text that went away since then may be in its lists.
      await channel.change(
        compile(sql`
          delete from ${names.graves}
          where scope = ${scope} and number = any(${numberArray(graves)}::bigint[])`),
      );
      return true;
    },
  );
  if (isInForce) await sweepPostings(build);
  return isInForce;
}

/** Takes away the postings of earlier generations. Nobody reads them, so no writer has to wait. */
async function sweepPostings({ session, options, scope, generation }: Build): Promise<void> {
  await session.write(options, { access: [scope], lock: [] }, ({ channel, names }) =>
    channel.change(
      compile(sql`
        delete from ${names.postings} where scope = ${scope} and generation < ${generation}`),
    ),
  );
}

/** Takes away what a build has written that will not be in force. */
export async function discardBuild({ session, options, scope, generation }: Build): Promise<void> {
  await session.write(options, { access: [scope], lock: [] }, ({ channel, names }) =>
    channel.change(
      compile(sql`
        delete from ${names.postings} where scope = ${scope} and generation = ${generation}`),
    ),
  );
}
