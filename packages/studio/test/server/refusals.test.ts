import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { send } from "../support/request.js";
import { openTestStudio, type TestStudio, TOKEN } from "../support/test-studio.js";

const AUTHORIZATION = { authorization: `Bearer ${TOKEN}` };
const JSON_TYPE = { "content-type": "application/json" };

let studio: TestStudio;
let port: string;

beforeAll(async () => {
  studio = await openTestStudio();
  ({ port } = new URL(studio.url));
});

afterAll(async () => studio[Symbol.asyncDispose]());

/** Asks a verb with these headers, and returns the status. */
async function statusOf(headers: Readonly<Record<string, string>>): Promise<number> {
  const all = { ...AUTHORIZATION, ...JSON_TYPE, ...headers };
  const url = `${studio.url}/api/about`;
  return (await send(url, { method: "POST", headers: all, body: "{}" })).status;
}

describe("studio server", () => {
  it("answers under the names of this machine alone", async () => {
    for (const name of ["127.0.0.1", "localhost", "LOCALHOST", "[::1]", "127.0.0.2"]) {
      expect([name, await statusOf({ host: `${name}:${port}` })]).toEqual([name, 200]);
    }
    const foreign = [
      "evil.example",
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      `localhost.evil.example:${port}`,
      `localhost.:${port}`,
      `0.0.0.0:${port}`,
      `[::]:${port}`,
      `127.1:${port}`,
      `2130706433:${port}`,
      `user@127.0.0.1:${port}`,
      "127.0.0.1",
      "127.0.0.1:1",
      "@",
    ];
    for (const host of foreign) expect([host, await statusOf({ host })]).toEqual([host, 403]);
    // The page, too, and the check whether it is there.
    for (const path of ["/", "/studio.js", "/health", "/api/events", "/nothing"]) {
      const headers = { ...AUTHORIZATION, host: `evil.example:${port}` };
      expect((await send(studio.url + path, { headers })).status).toBe(403);
    }
  });

  it("refuses what other pages send", async () => {
    const own = { origin: studio.url, "sec-fetch-site": "same-origin" };
    expect(await statusOf(own)).toBe(200);
    const origins = [
      "http://evil.example",
      "null",
      "",
      "file://",
      studio.url.replace("http", "https"),
      "http://127.0.0.1",
      "http://127.0.0.1:1",
      `http://localhost:${port}`,
    ];
    for (const origin of origins) {
      expect([origin, await statusOf({ origin })]).toEqual([origin, 403]);
    }
    for (const site of ["cross-site", "same-site", "anything"]) {
      expect(await statusOf({ "sec-fetch-site": site })).toBe(403);
    }
    const script = { "sec-fetch-site": "same-site", "sec-fetch-dest": "script" };
    expect((await send(`${studio.url}/health`, { headers: script })).status).toBe(403);
  });

  it("lets links lead to it", async () => {
    const headers = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" };
    expect((await send(`${studio.url}/health`, { headers })).status).toBe(200);
    const framed = { ...headers, "sec-fetch-dest": "iframe" };
    expect((await send(`${studio.url}/health`, { headers: framed })).status).toBe(403);
    expect((await send(`${studio.url}/health`, { method: "POST", headers })).status).toBe(403);
  });

  it("answers those who hold the token alone", async () => {
    const wrong = ["", "Bearer", "Bearer x", `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, TOKEN];
    for (const authorization of wrong) {
      expect([authorization, await statusOf({ authorization })]).toEqual([authorization, 401]);
      const events = await send(`${studio.url}/api/events`, { headers: { authorization } });
      expect(events.status).toBe(401);
    }
    for (const path of [`/api/events?token=${TOKEN}`, `/?token=${TOKEN}`]) {
      const headers = { cookie: `token=${TOKEN}` };
      const { status } = await send(studio.url + path, { headers });
      expect(status === 401 || path.startsWith("/?")).toBe(true);
    }
    expect(await statusOf({ authorization: `bearer ${TOKEN}` })).toBe(200);
  });

  it("never allows other origins, and sets no cookies", async () => {
    const asked = [
      ["OPTIONS", "/api/about"],
      ["OPTIONS", "/"],
      ["OPTIONS", "*"],
      ["GET", "/health"],
      ["GET", "/nothing"],
      ["POST", "/api/about"],
      ["GET", "/api/about"],
      ["HEAD", "/health"],
      ["TRACE", "/"],
      ["DELETE", "/api/about"],
    ] as const;
    for (const [method, path] of asked) {
      const headers = { ...AUTHORIZATION, "access-control-request-method": "POST" };
      const url = studio.url + (path === "*" ? "/" : path);
      const answer = await send(url, { method, headers });
      const names = Object.keys(answer.headers).join(" ");
      expect(names).not.toMatch(/access-control|set-cookie/u);
      expect(answer.headers).toMatchObject({
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "content-security-policy": expect.stringContaining("frame-ancestors 'none'") as string,
      });
      const isUsual = ["GET", "HEAD", "POST"].includes(method);
      expect(isUsual || answer.status === 405).toBe(true);
    }
  });

  it("answers HEAD without a body, and what is unknown with 404", async () => {
    const head = await send(`${studio.url}/health`, { method: "HEAD" });
    expect(head).toMatchObject({ status: 200, text: "" });
    const unknown = [
      "/favicon.ico",
      "/index.html",
      "/../package.json",
      "/%2e%2e/package.json",
      "/studio.js.map",
      "/constructor",
      "//evil.example/",
    ];
    for (const path of unknown) {
      const { status, text } = await send(studio.url + path);
      expect([path, status]).toEqual([path, 404]);
      expect(JSON.parse(text)).toMatchObject({ error: { code: "not-found" } });
    }
    for (const verb of ["constructor", "__proto__", "toString", "", "about/", "About"]) {
      expect((await studio.ask(verb)).status).toBe(404);
    }
  });

  it("refuses what is no request, too long or of another type", async () => {
    const url = `${studio.url}/api/about`;
    const post = async (body: string, more: Readonly<Record<string, string>> = {}) =>
      send(url, { method: "POST", headers: { ...AUTHORIZATION, ...JSON_TYPE, ...more }, body });
    for (const body of ["", "null", "[]", "1", '"x"', "{", "[".repeat(100)]) {
      expect((await post(body)).status).toBe(400);
    }
    expect((await post("{}", { "content-type": "text/plain" })).status).toBe(415);
    expect((await post("{}", { "content-encoding": "gzip" })).status).toBe(415);
    expect((await post("{}", { "content-length": "2000000" })).status).toBe(413);
    expect((await post("{}", { "x-long": "x".repeat(20_000) })).status).toBe(431);
  });
});
