import type { SearchEntry } from "@kioku/core/toolkit";

import type { Connection } from "../sql/connection.js";

const ADD =
  "insert into embedding_jobs (record, run_at) values (?, ?) on conflict (record) do nothing";
const DROP = "delete from embedding_jobs where record = ?";

/** Puts the text of a record in the queue, unless it is there. */
export function addJob(connection: Connection, row: number, runAt: Date): void {
  connection.run(ADD, row, runAt.getTime());
}

/** Takes the text of a record off the queue, whoever works on it. */
export function dropJob(connection: Connection, row: number): void {
  connection.run(DROP, row);
}

/** Whether nothing is to come of a text any more that is written so. */
export function endsJob({ vectors, embedAt }: SearchEntry): boolean {
  return embedAt === undefined && vectors.length > 0;
}
