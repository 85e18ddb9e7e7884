import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["packages/skills/fit/*.fit.ts"] },
});
