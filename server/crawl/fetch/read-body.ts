import { pipeline, Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';

export class BodyError extends Error {
  readonly kind: 'too-large' | 'bad-encoding';
  constructor(kind: 'too-large' | 'bad-encoding', detail: string) {
    super(detail);
    this.kind = kind;
  }
}

// A body packed more often than this is an attack, not a server's habit.
const CODINGS_MAX = 2;

const isGzip = (head: Uint8Array) => head[0] === 0x1f && head[1] === 0x8b;
const isZlib = (head: Uint8Array) => (head[0]! & 0x0f) === 8 && ((head[0]! << 8) | head[1]!) % 31 === 0;

/** The unpacker of one content coding, chosen by the first bytes: servers name codings they did not apply. */
function unpackerFor(coding: string, head: Uint8Array): Transform | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return isGzip(head) ? createGunzip() : undefined;
  if (coding === 'deflate') return isZlib(head) ? createInflate() : createInflateRaw();
  if (coding === 'br') return createBrotliDecompress();
  if (coding === 'zstd') return createZstdDecompress();
  throw new BodyError('bad-encoding', `unknown content coding ${coding}`);
}

function parseCodings(header: string | undefined): string[] {
  const codings = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > CODINGS_MAX) throw new BodyError('bad-encoding', 'packed too often');
  return codings.reverse();
}

async function collect(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new BodyError('too-large', `more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** Ends the stream with an error once more than `maxBytes` have passed, so that no later stage waits for the rest. */
function limitBytes(maxBytes: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      size += chunk.byteLength;
      if (size > maxBytes) done(new BodyError('too-large', `more than ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
}

/** The far end of a pipe; errors of either side surface while it is read. */
function throughput(source: Readable, stage: Transform): Transform {
  pipeline(source, stage, () => undefined);
  return stage;
}

/** Puts the right unpacker behind the first bytes of a stream. */
async function unpack(stream: AsyncIterable<Uint8Array>, coding: string): Promise<AsyncIterable<Uint8Array>> {
  const iterator = stream[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let ended = false;
  while (heldBytes < 2 && !ended) {
    const next = await iterator.next();
    if (next.done) ended = true;
    else {
      held.push(next.value);
      heldBytes += next.value.byteLength;
    }
  }
  async function* whole() {
    yield* held;
    while (!ended) {
      const next = await iterator.next();
      if (next.done) return;
      yield next.value;
    }
  }
  if (heldBytes < 2) return whole();
  const unpacker = unpackerFor(coding, Buffer.concat(held));
  return unpacker ? throughput(Readable.from(whole()), unpacker) : whole();
}

/**
 * Reads a response body, unpacked (gzip, deflate, br, zstd), never holding more than `maxBytes`.
 * Throws BodyError 'too-large' as soon as the limit is passed, packed or unpacked, and 'bad-encoding' on damage.
 */
export async function readBody(body: Readable, contentEncoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const codings = parseCodings(contentEncoding);
  let stream: AsyncIterable<Uint8Array> = throughput(body, limitBytes(maxBytes));
  try {
    for (const coding of codings) stream = await unpack(stream, coding);
    const bytes = await collect(stream, maxBytes);
    // A .gz file sent as such: no caller wants the packed form.
    if (codings.length === 0 && isGzip(bytes)) return await collect(await unpack(asStream(bytes), 'gzip'), maxBytes);
    return bytes;
  } catch (error) {
    throw isUnpackError(error) ? new BodyError('bad-encoding', (error as Error).message) : error;
  }
}

async function* asStream(bytes: Buffer) {
  yield bytes;
}

function isUnpackError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(Z_|ERR_(?:BROTLI|ZSTD|_ERROR|ZLIB)|ZSTD_|ERR__ERROR)/.test(code);
}
