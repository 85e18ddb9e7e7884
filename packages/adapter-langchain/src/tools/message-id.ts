/**
 * Where the memory of a message keeps the id that the message has in the state of its agent: a
 * field of its metadata.
 */
export const MESSAGE_ID = "langchainMessageId";
