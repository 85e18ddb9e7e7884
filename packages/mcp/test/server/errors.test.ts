import { type Memory, MemoryError } from "@kioku/core";
import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { connect, textOf } from "../support/connect.js";

const SECRET = "SELECT * FROM records; /home/ana/memory.db";

interface Told {
  readonly message: string;
  readonly details: unknown;
}

function refusing(error: Error): Memory {
  const { memory } = testMemory();
  const failWith = async (): Promise<never> => {
    throw error;
  };
  return new Proxy<Memory>(memory, {
    get: (target, name) => {
      if (name === "remember") return failWith;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}

function fail(): never {
  throw new Error("no log");
}

async function failing(error: Error) {
  const told: Told[] = [];
  const log = (message: string, details?: unknown): void => void told.push({ message, details });
  const memory = refusing(error);
  const { call } = await connect({ memory, logger: { warn: log, error: log } });
  return { told, answer: await call("remember", { content: "tea" }) };
}

test("a failure of the store tells its code, and no path and no SQL", async () => {
  const error = new MemoryError("store-unavailable", SECRET, { retryable: true });
  const { answer, told } = await failing(error);
  expect(textOf(answer)).toBe("The call failed: the store cannot be reached. Try again later.");
  const { code, retryable } = error;
  const message = "the store cannot be reached";
  expect(answer).toMatchObject({
    isError: true,
    structuredContent: { status: "failed", error: { code, message, retryable } },
  });
  expect(JSON.stringify(answer)).not.toContain("SELECT");
  expect(told).toEqual([{ message: "the tool remember failed", details: { code, error } }]);
});

test("an unknown failure tells nothing of itself to the client", async () => {
  const { answer, told } = await failing(new TypeError(SECRET));
  expect(textOf(answer)).toBe("The call failed: something inside of the server went wrong.");
  expect(JSON.stringify(answer)).not.toContain("SELECT");
  expect(told).toMatchObject([{ details: { error: { message: SECRET } } }]);
});

test("what is wrong with arguments is told to the model, not to the logger", async () => {
  const { answer, told } = await failing(new MemoryError("invalid-input", "content must be short"));
  expect(textOf(answer)).toBe("The call failed: content must be short.");
  expect(told).toEqual([]);
});

test("a logger that throws does not change the answer", async () => {
  const memory = refusing(new Error("x"));
  const { call } = await connect({ memory, logger: { warn: fail, error: fail } });
  expect((await call("remember", { content: "tea" })).isError).toBe(true);
});
