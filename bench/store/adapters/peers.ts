import { openHnswlib } from "./hnswlib-peer.ts";
import { openLanceFlat, openLanceIndexed } from "./lancedb-peer.ts";
import { openLangChain } from "./langchain-peer.ts";
import { openMem0 } from "./mem0-peer.ts";
import type { OpenPeer } from "./peer.ts";
import { openUsearch } from "./usearch-peer.ts";

/**
 * The peers that `--peers` installs, by the name they have in reports; sqlite-vec is here anyway.
 */
export const PEERS: Readonly<Record<string, OpenPeer>> = {
  "usearch HNSW": openUsearch,
  "hnswlib-node HNSW": openHnswlib,
  "LanceDB IVF_HNSW_SQ": openLanceIndexed,
  "LanceDB flat": openLanceFlat,
  "LangChain MemoryVectorStore": openLangChain,
  "mem0ai own store": openMem0,
};
