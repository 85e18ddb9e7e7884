/**
 * `fetch` that calls `stop` when the headers of an answer have come, and nothing of its body has
 * been read.
 */
export function stoppingHeaders(stop: () => void): typeof fetch {
  return async (...request) => {
    const response = await fetch(...request);
    stop();
    return response;
  };
}

/** `fetch` that calls `stop` each time when the first part of a body is handed on. */
export function stoppingBody(stop: () => void): typeof fetch {
  return async (...request) => {
    const response = await fetch(...request);
    let parts = 0;
    const body = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (part, controller) => {
          controller.enqueue(part);
          parts += 1;
          if (parts === 1) stop();
        },
      }),
    );
    return new Response(body, response);
  };
}
