import { AppError } from '../app-error.ts';
import { BodyTooLargeError, limitBody } from './limit-body.ts';

/** Reads at most `maxBytes`. */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of limitBody(request, maxBytes)) chunks.push(chunk);
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error;
    throw new AppError('BODY_TOO_LARGE', { megabytes: Math.ceil(maxBytes / 1_000_000) });
  }
  if (chunks.length === 0) return {};
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new AppError('BODY_NOT_JSON');
  }
}
