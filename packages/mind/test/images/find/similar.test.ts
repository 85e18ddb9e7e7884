import { describe, expect, test } from "vitest";

import type { ImageEmbedder } from "../../../src/images/api/images.js";
import { picture, shownBy, storeOf, STORES, testImages } from "../support/image-test.js";

const COLOURS = ["red", "green", "blue"];

/** Embeds pictures by the colours that they show. */
function colourEmbedder(): ImageEmbedder & { readonly failures: Error[] } {
  const failures: Error[] = [];
  return {
    id: "colours",
    dimensions: 4,
    failures,
    embed: async (images) => {
      const failure = failures.shift();
      if (failure) throw failure;
      return images.map((bytes) => [
        0.1,
        ...COLOURS.map((colour) => (shownBy(bytes).includes(colour) ? 1 : 0)),
      ]);
    },
  };
}

describe.each(STORES)("similar images on %s", (kind) => {
  test("are found by an id and by a file, and captions still by their meaning", async () => {
    const embedder = colourEmbedder();
    const { memory, images } = testImages({ store: storeOf(kind), embedder });
    const shown = ["a red door", "a red and green flag", "a blue sea", "a dark night"];
    for (const shows of shown) await images.see({ data: picture(shows), source: "camera" });
    await images.caption();
    const found = await images.similar(picture("something red"), { limit: 2 });
    expect(found.map(({ caption }) => caption)).toEqual(shown.slice(0, 2));
    const near = await images.similar(found[0]?.id ?? "", { limit: 1 });
    expect(near.map(({ caption }) => caption)).toEqual([shown[1]]);
    const [best] = await memory.recall({ query: "blue sea", mode: "semantic" });
    expect(best?.content).toBe("a blue sea");
    const spaces = await memory.spaces();
    expect(spaces.find(({ id }) => id === "colours")?.state).toBe("separate");
  });

  test("an embedder that fails loses nothing, and is asked again by the next run", async () => {
    const embedder = colourEmbedder();
    const { images } = testImages({ store: storeOf(kind), embedder });
    await images.see({ data: picture("a red door"), source: "camera" });
    embedder.failures.push(new Error("down"));
    expect(await images.caption()).toMatchObject({ captioned: 1, failed: 0 });
    expect(await images.similar(picture("red"))).toEqual([]);
    await images.caption();
    expect(await images.similar(picture("red"))).toHaveLength(1);
  });
});

test("without an embedder, and for an id of no image, there is an error", async () => {
  const none = testImages();
  await expect(none.images.similar(picture("red"))).rejects.toMatchObject({
    code: "invalid-input",
  });
  const { memory, images } = testImages({ embedder: colourEmbedder() });
  const note = await memory.remember("a note");
  const id = note.status === "rejected" ? "" : note.record.id;
  await expect(images.similar(id)).rejects.toMatchObject({ code: "not-found" });
  await expect(images.similar(new Uint8Array())).rejects.toMatchObject({ code: "invalid-input" });
});
