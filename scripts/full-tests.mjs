/**
 * `npm run test:full [-- ARGUMENT...]`: runs the tests with every question, seed and round of the
 * suites of which `npm test` runs a part. Takes the arguments of vitest.
 */
process.env.KIOKU_TEST_SIZE = "full";
process.argv.splice(2, 0, "run");
await import("../node_modules/vitest/vitest.mjs");
