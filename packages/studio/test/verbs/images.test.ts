import { describe, expect, test } from "vitest";

import type { ImageRow } from "../../src/wire/images.js";
import { SAMPLE_IMAGES } from "../support/sample-images.js";
import { type SmallStudio, smallStudio } from "../support/small-studio.js";

async function see({ memory }: SmallStudio): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [index, { data, source }] of SAMPLE_IMAGES.slice(0, 3).entries()) {
    const at = new Date(Date.UTC(2026, 1, index + 1));
    ids.push((await memory.images.see({ data, source, at })).record.id);
  }
  await memory.images.caption();
  return ids;
}

const rowsOf = (body: unknown): readonly ImageRow[] =>
  (body as { readonly images: readonly ImageRow[] }).images;

describe.each([true, false])("images, with their files: %s", (hasImages) => {
  test("are found by words and time, the newest first", async () => {
    await using studio = await smallStudio({ hasImages });
    const ids = await see(studio);
    const all = rowsOf((await studio.ask("images", {})).body);
    expect(all.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(all[0]).toMatchObject({ source: "camera", width: 480, height: 360 });
    const byWords = rowsOf((await studio.ask("images", { words: "sourdough jar" })).body);
    expect(byWords.map(({ id }) => id)).toEqual([ids[2]]);
    const time = { from: "2026-02-02T00:00:00Z", to: "2026-02-03" };
    const byTime = rowsOf((await studio.ask("images", time)).body);
    expect(byTime.map(({ id }) => id)).toEqual([ids[1]]);
  });

  test("have others that are like them", async () => {
    await using studio = await smallStudio({ hasImages });
    const [first = "", second] = await see(studio);
    const { body } = await studio.ask("similarImages", { id: first });
    expect(body).toMatchObject({ isByLook: hasImages });
    expect(rowsOf(body)[0]?.id).toBe(second);
    expect((await studio.ask("similarImages", { id: "unknown" })).status).toBe(404);
  });

  test.each([
    ["images", { words: "" }, "query.words"],
    ["images", { limit: 1001 }, "query.limit"],
    ["images", { from: "yesterday" }, "query.from"],
    ["similarImages", {}, "query.id"],
    ["imageFile", { id: 1 }, "query.id"],
  ])("refuse %s of %j", async (verb, query, message) => {
    await using studio = await smallStudio({ hasImages });
    const { status, body } = await studio.ask(verb, query);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe("the file of an image", () => {
  test("is sent as what its bytes are, and as nothing that runs", async () => {
    await using studio = await smallStudio();
    const [id = ""] = await see(studio);
    const { status, headers, body } = await studio.ask("imageFile", { id });
    expect([status, body]).toEqual([200, SAMPLE_IMAGES[0]?.data]);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/png",
      "content-disposition": 'attachment; filename="image.png"',
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
  });

  test.each(["<svg xmlns='http://www.w3.org/2000/svg'/>", "<!doctype html><script>", "GIF", ""])(
    "is refused if it begins as %j",
    async (text) => {
      await using studio = await smallStudio();
      // The decoder of the sample takes everything for a PNG.
      const data = new TextEncoder().encode(`${text} `);
      const { record } = await studio.memory.images.see({ data, source: "web" });
      expect((await studio.ask("imageFile", { id: record.id })).status).toBe(415);
    },
  );

  test("is not found for other records, and without files", async () => {
    await using studio = await smallStudio();
    const id = await studio.say("I live in Berlin.");
    expect((await studio.ask("imageFile", { id })).status).toBe(404);
    await using bare = await smallStudio({ hasImages: false });
    const [image = ""] = await see(bare);
    expect((await bare.ask("imageFile", { id: image })).status).toBe(404);
  });
});
