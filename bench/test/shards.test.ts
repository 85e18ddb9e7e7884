import { fileURLToPath } from "node:url";

import { shardOfScope } from "@kioku/store-postgres";
import { expect, test } from "vitest";

import { parseLargeCommand } from "../large-tenants/large-settings.ts";
import { readJson } from "../read-json.ts";
import type { ShardsReport } from "../shards/format-shards.ts";
import { placeInTurn, rebalance, sumByNode } from "../shards/place-shards.ts";
import { hashOf, hashTenants, loadShards } from "../shards/shard-loads.ts";
import { parseShardsCommand } from "../shards/shards-settings.ts";
import { simulate } from "../shards/simulate.ts";
import { drawTenants } from "../shards/tenant-sizes.ts";
import { runMain } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../shards/main.ts", import.meta.url));
const SAVED = fileURLToPath(new URL("../results/shards.json", import.meta.url));
const LAW = { tenants: 20_000, memories: 200_000, shape: 1.2, most: 10_000 };

const { inputs } = (await readJson(SAVED, "it is saved")) as ShardsReport;

test("tenants have the mean that was asked for, and the same seed draws the same ones", () => {
  const { memories, requests } = drawTenants(LAW, 1);
  const total = memories.reduce((all, one) => all + one, 0);
  expect(total / LAW.memories).toBeGreaterThan(0.9);
  expect(total / LAW.memories).toBeLessThan(1.1);
  expect(requests.reduce((all, one) => all + one, 0)).toBeCloseTo(1);
  expect(drawTenants(LAW, 1).memories).toEqual(memories);
  expect(drawTenants(LAW, 2).memories).not.toEqual(memories);
});

test("a tenant is in the shard that a sharded store chooses", () => {
  for (const name of ["tenant-7", "Åse", "公司"]) {
    expect(hashOf(name) % 64).toBe(shardOfScope([name, "user"], 64));
  }
});

test("shards hold all tenants, and moving them keeps all and fills no node further", () => {
  const tenants = drawTenants(LAW, 1);
  const hashes = hashTenants(LAW.tenants);
  const loads = loadShards(tenants, { hashes, shards: 64, inputs });
  const total = tenants.memories.reduce((all, one) => all + one, 0);
  expect(loads.reduce((all, { memories }) => all + memories, 0)).toBe(total);
  expect(loads.reduce((all, one) => all + one.tenants, 0)).toBe(LAW.tenants);
  const before = { placement: placeInTurn(64, 4), nodes: 5 };
  const { placement, moved } = rebalance(loads, before);
  const [full, fuller] = [before.placement, placement].map((one) =>
    sumByNode(loads, { placement: one, nodes: 5 }, ({ bytes }) => bytes),
  );
  expect(moved).toBeGreaterThan(0);
  expect(Math.min(...(fuller ?? []))).toBeGreaterThan(0);
  expect(Math.max(...(fuller ?? []))).toBeLessThan(Math.max(...(full ?? [])));
});

test("the saved simulation is of what its inputs say, on every count of shards and nodes", async () => {
  const saved = (await readJson(SAVED, "it is saved")) as ShardsReport;
  const { simulation } = parseShardsCommand([]).settings;
  expect(saved.law).toEqual(simulation.law);
  expect(saved.shards.map(({ shards }) => shards)).toEqual(simulation.shards);
  expect(saved.nodes).toHaveLength(simulation.shards.length * simulation.nodes.length);
  const small = { ...simulation, law: LAW };
  expect(simulate(inputs, small)).toEqual(simulate(inputs, small));
});

test("a run with saved inputs measures nothing and ends with one JSON object", async () => {
  const args = ["--inputs", SAVED, "--tenants", "2000", "--memories", "20000", "--json"];
  const { code, stdout } = await runMain(MAIN, args);
  expect(code).toBe(0);
  const report = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as ShardsReport;
  expect(report.inputs).toEqual(inputs);
  expect(report.growth.map(({ shards, from, to }) => [shards, from, to]).slice(0, 3)).toEqual([
    [64, 4, 8],
    [64, 8, 16],
    [64, 16, 32],
  ]);
});

test("counts out of range are refused by name", () => {
  expect(() => parseShardsCommand(["--tenants", "10"])).toThrow("--tenants must be a whole number");
  expect(() => parseLargeCommand(["--large", "0"])).toThrow("--large must be a whole number");
});
