/** A public set that saved results are of. It is no part of the repository. */
export interface PublicSet {
  /** Its file in the folder of `--data`. */
  readonly file: string;
  readonly name: string;
  readonly licence: string;
  /** Address of the download. */
  readonly source: string;
}

const XQUAD = {
  licence: "CC BY-SA 4.0",
  source: "https://github.com/google-deepmind/xquad",
};

/** All of them; bench/README.md says how to turn each into the format. */
export const PUBLIC_SETS: readonly PublicSet[] = [
  {
    file: "locomo-dev.json",
    name: "LoCoMo, conversations 26 to 43",
    licence: "CC BY-NC 4.0",
    source: "https://github.com/snap-research/locomo",
  },
  {
    file: "madial-zh-dev.json",
    name: "MADial-Bench, Chinese, even dialogues",
    licence: "MIT",
    source: "https://github.com/hejunqing/MADial-Bench",
  },
  { file: "xquad-zh-zh-dev.json", name: "XQuAD, Chinese, even", ...XQUAD },
  { file: "xquad-zh-en-dev.json", name: "XQuAD, Chinese to English, even", ...XQUAD },
  {
    file: "realmem-dev.json",
    name: "RealMem, five of its users",
    licence: "Apache-2.0",
    source: "https://github.com/AvatarMemory/RealMemBench",
  },
];
