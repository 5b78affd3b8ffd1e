import { AppError } from '../app-error.ts';

/** Reads at most `maxBytes`; what comes in pieces without a length is counted as it arrives. */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  const tooLarge = () => new AppError('BODY_TOO_LARGE', { megabytes: Math.ceil(maxBytes / 1_000_000) });
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  if (size === 0) return {};
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new AppError('BODY_NOT_JSON');
  }
}
