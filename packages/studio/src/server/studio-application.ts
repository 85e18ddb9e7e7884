import type { CallOptions, Schedule } from "@kioku/core";
import { backgroundTimer } from "@kioku/core/toolkit";

import { createFeed } from "../feed/feed.js";
import { checkSite, checkToken } from "../http/check-request.js";
import { HttpError } from "../http/http-error.js";
import { readBody } from "../http/read-body.js";
import { type Application, requireMethod, withinTime } from "../http/start-server.js";
import type { Service, Verb } from "../verbs/service.js";
import { VERBS } from "../verbs/verb-table.js";
import type { VerbName } from "../wire/verbs.js";
import { sendFile } from "./app-files.js";
import { sendImage } from "./send-image.js";

/**
 * Serves the page to this machine, and answers its verbs, `POST /api/VERB`, and what happens, `GET
 * /api/events`, to those who hold the token. `GET` changes nothing.
 */
export function studioApplication(
  service: Service,
  token: string,
  schedule: Schedule = backgroundTimer,
): Application {
  const feed = createFeed(service, schedule);
  return {
    close: async () => feed.close(),
    answer: async ({ path, request, response, address, signal }) => {
      checkSite(request, address);
      if (!path.startsWith("/api/")) {
        requireMethod(request, "GET");
        await sendFile(path, response);
        return undefined;
      }
      checkToken(request, { token });
      if (path === "/api/events") {
        requireMethod(request, "GET");
        feed.listen(response);
        return undefined;
      }
      requireMethod(request, "POST");
      const name = path.slice("/api/".length);
      if (!Object.hasOwn(VERBS, name)) throw new HttpError(404, "path is unknown");
      const verb = VERBS[name as VerbName];
      if (verb.isWrite && !service.canWrite) throw new HttpError(403, "studio is read only");
      const query = await readBody(request);
      if (typeof query !== "object" || query === null || Array.isArray(query)) {
        throw new HttpError(400, "body must be an object");
      }
      const options = { signal: withinTime(signal) };
      const json = await feed.within(async () => run(verb, { service, query, options }));
      if (!(json instanceof Uint8Array)) return { json };
      sendImage(json, response);
      return undefined;
    },
  };
}

/** Runs a verb on a query that is only known to be an object: verbs check what they use. */
async function run(
  verb: Verb<VerbName>,
  { service, query, options }: { service: Service; query: object; options: CallOptions },
): Promise<unknown> {
  const open = verb as {
    run(service: Service, query: object, options: CallOptions): Promise<unknown>;
  };
  return open.run(service, query, options);
}
