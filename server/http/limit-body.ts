/** What a body larger than allowed is refused with. */
export class BodyTooLargeError extends Error {}

/** The pieces of a body as they arrive; what comes without a length is counted. @throws BodyTooLargeError */
export async function* limitBody(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new BodyTooLargeError();
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new BodyTooLargeError();
    yield chunk;
  }
}
