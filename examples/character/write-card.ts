import { writePng } from "../images/write-png.ts";

/** Makes a card as people share them: a picture, here a grey square, with the character in it. */
export function writeCard(data: object): Uint8Array {
  const card = { spec: "chara_card_v3", spec_version: "3.0", data };
  const picture = { width: 64, height: 64, grey: new Uint8Array(64 * 64).fill(0x99) };
  return writePng(picture, { ccv3: Buffer.from(JSON.stringify(card)).toString("base64") });
}
