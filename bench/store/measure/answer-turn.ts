import type { Answered } from "../adapters/peer-messages.ts";
import { timeEach } from "./times.ts";

/** Answers the queries of one turn, one after the other. */
export async function answerTurn<Query>(
  queries: readonly Query[],
  find: (query: Query) => Promise<readonly number[]> | readonly number[],
): Promise<Answered> {
  const before = process.cpuUsage();
  const { times, answers } = await timeEach(queries, find);
  const { user, system } = process.cpuUsage(before);
  return { times, found: answers, cpuMs: (user + system) / 1_000 };
}
