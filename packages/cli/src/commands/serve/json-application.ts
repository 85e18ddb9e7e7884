import { checkSite, checkToken } from "./check-request.js";
import { HttpError } from "./http-error.js";
import { type Application, requireMethod } from "./http-server.js";
import { readBody } from "./read-body.js";
import { type Service, VERBS } from "./verbs.js";

/** Milliseconds for an answer to be made. */
const ANSWER_MS = 60_000;

/** Answers the verbs of a memory, `POST /v1/VERB`, to those who hold a token. */
export function jsonApplication(
  service: Service,
  { token, isReadOnly }: { readonly token: string; readonly isReadOnly: boolean },
): Application {
  return {
    answer: async ({ path, request, address }) => {
      checkSite(request, address);
      checkToken(request, { token });
      const name = /^\/v1\/(?<name>[a-z]{1,20})$/u.exec(path)?.groups?.["name"] ?? "";
      const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
      if (verb === undefined) throw new HttpError(404, "path is unknown");
      requireMethod(request, "POST");
      if (verb.isWrite && isReadOnly) throw new HttpError(403, "server is read only");
      const body = await readBody(request);
      const signal = AbortSignal.timeout(ANSWER_MS);
      return { json: await verb.run(service, body, { signal }) };
    },
  };
}
