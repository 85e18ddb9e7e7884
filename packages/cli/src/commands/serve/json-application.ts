import {
  type Application,
  checkSite,
  checkToken,
  HttpError,
  readBody,
  requireMethod,
  withinTime,
} from "@kioku/studio/http";

import { type Service, VERBS } from "./verbs.js";

/** Answers the verbs of a memory, `POST /v1/VERB`, to those who hold a token. */
export function jsonApplication(
  service: Service,
  { token, isReadOnly }: { readonly token: string; readonly isReadOnly: boolean },
): Application {
  return {
    answer: async ({ path, request, address, signal }) => {
      checkSite(request, address);
      checkToken(request, { token });
      const name = /^\/v1\/(?<name>[a-z]{1,20})$/u.exec(path)?.groups?.["name"] ?? "";
      const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
      if (verb === undefined) throw new HttpError(404, "path is unknown");
      requireMethod(request, "POST");
      if (verb.isWrite && isReadOnly) throw new HttpError(403, "server is read only");
      const body = await readBody(request);
      return { json: await verb.run(service, body, { signal: withinTime(signal) }) };
    },
  };
}
