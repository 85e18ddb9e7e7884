import { openHnswlib } from "./hnswlib-peer.ts";
import { openLanceFlat, openLanceIndexed } from "./lancedb-peer.ts";
import { openLangChain } from "./langchain-peer.ts";
import { openMem0 } from "./mem0-peer.ts";
import { openMiniSearch } from "./minisearch-peer.ts";
import { openOrama } from "./orama-peer.ts";
import type { KnownPeer } from "./peer.ts";
import { openSqliteVec } from "./sqlite-vec-peer.ts";
import { openUsearch } from "./usearch-peer.ts";
import { openVectra } from "./vectra-peer.ts";

/** The peer that takes part in every run, since its package is here anyway. */
export const ALWAYS_THERE = "sqlite-vec + FTS5";
/** The peer with an index of vectors and one of words. */
export const INDEXED = "LanceDB IVF_HNSW_SQ";

/** The peers by the name they have in reports. */
export const PEERS: Readonly<Record<string, KnownPeer>> = {
  [ALWAYS_THERE]: {
    from: "sqlite-vec",
    open: openSqliteVec,
    hybridOf: "50 of vec0 and 50 of FTS5, joined by reciprocal rank fusion",
  },
  [INDEXED]: {
    from: "@lancedb/lancedb",
    open: openLanceIndexed,
    hybridOf: "its index and its FTS, joined by its RRFReranker",
  },
  "LanceDB flat": { from: "@lancedb/lancedb", open: openLanceFlat },
  "usearch HNSW": { from: "usearch", open: openUsearch },
  "hnswlib-node HNSW": { from: "hnswlib-node", open: openHnswlib },
  Orama: { from: "@orama/orama", open: openOrama, hybridOf: "its hybrid mode" },
  MiniSearch: {
    from: "minisearch",
    open: openMiniSearch,
    hybridOf: "keywords alone",
    isKeywordOnly: true,
  },
  "LangChain MemoryVectorStore": { from: "@langchain/classic", open: openLangChain },
  "mem0ai own store": { from: "mem0ai", open: openMem0 },
  "Vectra LocalIndex": { from: "vectra", open: openVectra },
};
