import type { Context } from 'hono';
import { accepts } from 'hono/accepts';

/** The first of these encodings that the caller takes. */
export function acceptedEncoding<Encoding extends string>(
  c: Context,
  encodings: readonly Encoding[],
): Encoding | undefined {
  const found = accepts(c, {
    header: 'Accept-Encoding',
    supports: [...encodings],
    default: '',
    match: (accepted, { supports }) =>
      supports.find((name) => accepted.some(({ type, q }) => type.toLowerCase() === name && q > 0)) ?? '',
  });
  return encodings.find((encoding) => encoding === found);
}
