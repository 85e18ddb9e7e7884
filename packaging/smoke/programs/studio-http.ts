import assert from "node:assert/strict";

import { checkToken, HttpError, requireMethod, startServer } from "@kioku/studio/http";

async function main(): Promise<void> {
  const server = await startServer(
    {
      answer: async ({ path, request }) => {
        checkToken(request, { token: "ana-0123456789abcdef" });
        requireMethod(request, "GET");
        if (path !== "/bees") throw new HttpError(404, "path is unknown");
        return { json: { bees: 3 } };
      },
    },
    { host: "127.0.0.1", port: 0, names: [] },
  );
  assert.equal((await fetch(`${server.url}/bees`)).status, 401);
  const headers = { authorization: "Bearer ana-0123456789abcdef" };
  assert.deepEqual(await (await fetch(`${server.url}/bees`, { headers })).json(), { bees: 3 });
  await server.stop();
}

void main();
