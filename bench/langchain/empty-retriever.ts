import type { DocumentInterface } from "@langchain/core/documents";
import { BaseRetriever } from "@langchain/core/retrievers";

class EmptyRetriever extends BaseRetriever {
  override lc_namespace = ["kioku", "bench"];

  override async _getRelevantDocuments(): Promise<DocumentInterface[]> {
    return [];
  }
}

/** A retriever of LangChain that looks nowhere, to see what LangChain takes by itself. */
export function emptyRetriever(): BaseRetriever {
  return new EmptyRetriever();
}
