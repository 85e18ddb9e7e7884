import { pluginConformance } from "@kioku/testing";
import type { CreatePlugin, PluginConformanceOptions } from "@kioku/testing";
import { describe, expect, test } from "vitest";

import { auditLog, redaction, sourceQuota } from "../src/index.js";

interface Subject {
  readonly name: string;
  readonly create: CreatePlugin;
  readonly options: PluginConformanceOptions;
}

const WEB = { content: "A page", origin: "web" } as const;

const SUBJECTS: readonly Subject[] = [
  {
    name: "redaction",
    create: () => redaction(),
    options: {
      examples: [
        {
          input: { content: "My card is 4111 1111 1111 1111, password: tul1p" },
          becomes: "My card is [card-number], password: [assignment]",
        },
        { input: { content: "The gate code is 4711" }, becomes: "The gate code is 4711" },
      ],
    },
  },
  {
    name: "refusing redaction",
    create: () => redaction({ mode: "reject" }),
    options: {
      examples: [{ input: { content: "password: tul1p" }, vetoed: true, secret: "tul1p" }],
    },
  },
  {
    name: "quotas",
    create: () => sourceQuota({ writes: 5 }),
    options: { examples: [{ input: WEB, becomes: "A page" }] },
  },
  {
    name: "an audit log",
    create: () => auditLog({ write: async () => undefined, recalls: true }),
    options: { examples: [{ input: WEB, becomes: "A page" }] },
  },
];

/** The one that changes most of what is written, or all. */
const TRIED = SUBJECTS.slice(0, process.env["KIOKU_TEST_SIZE"] === "full" ? undefined : 1);

describe.each(TRIED)("$name", ({ create, options }) => {
  test.for(pluginConformance(create, options))("$group: $name", async ({ requires, run }) => {
    const { status } = await run();
    const closes = (await create()).close !== undefined;
    expect(status).toBe(requires.includes("close") && !closes ? "skipped" : "passed");
  });
});
