import { expect, it } from "vitest";

import { testHost } from "../support/test-host.js";

const DAY_MS = 86_400_000;

it("sweeps what has expired, is past its retention, or has faded", async () => {
  using host = testHost({ env: { KIOKU_RETENTION: "chat=30d" } });
  await host.run("remember", "Dentist on Friday", "--ttl", "7d");
  await host.run("remember", "Nice weather today", "--kind", "chat");
  await host.run("remember", "Ana is allergic to peanuts");
  host.advance(8 * DAY_MS);
  expect((await host.run("sweep", "--json")).stdout).toBe(
    '{"removed":1,"retired":0,"archived":0}\n',
  );
  host.advance(30 * DAY_MS);
  expect((await host.run("sweep")).stdout).toBe(
    "0 memories expired, 1 past their retention, 0 archived\n",
  );
  host.advance(2000 * DAY_MS);
  expect((await host.run("sweep", "--archive-below", "0.99", "--json")).stdout).toBe(
    '{"removed":0,"retired":0,"archived":1}\n',
  );
  expect(await host.run("sweep", "--archive-below", "2")).toMatchObject({ code: 2, stdout: "" });
});
