import { postgresStore } from "@kioku/store-postgres";

const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());

await using store = postgresStore({
  connectionString: process.env["DATABASE_URL"] ?? "postgres://kioku_owner:secret@localhost/agents",
  maxConnections: 2,
  rowLevelSecurity: true,
});
await store.open();
const { isBusy, built, dropped, segments, analyzed } = await store.maintain({
  signal: stop.signal,
  onProgress: ({ phase, scope, done, total }) =>
    console.log(`${phase} of ${scope.join("/")}: ${done} of ${total}`),
});
console.log(
  isBusy
    ? "another process is at it"
    : `${built.length} indexes and ${segments.length} keyword segments made, ${dropped} indexes removed, ` +
        `statistics of ${analyzed.length} tables`,
);
