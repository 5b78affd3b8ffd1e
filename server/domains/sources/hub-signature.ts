/** How a hub proves that a delivery is its own: X-Hub-Signature, an HMAC of the body under the secret it was given (WebSub §8). */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Strongest first. */
const methods = ['sha512', 'sha384', 'sha256', 'sha1'] as const;
const headerCharsMax = 1_000;

/** `method=hex`, several of them by commas: the strongest known one counts, the others are not looked at. */
function readSignature(header: string) {
  const given = new Map(
    header
      .slice(0, headerCharsMax)
      .toLowerCase()
      .split(',')
      .map((part) => part.trim().split('=', 2) as [string, string | undefined]),
  );
  const method = methods.find((name) => given.has(name));
  return method && { method, digest: Buffer.from(given.get(method) ?? '', 'hex') };
}

/** Reads the body to its end, keeping none of it, and answers whether `secret` signed it. */
export async function isSignedBody(
  body: AsyncIterable<Uint8Array>,
  header: string | undefined,
  secret: string,
): Promise<boolean> {
  const signature = readSignature(header ?? '');
  const hmac = createHmac(signature?.method ?? 'sha256', secret);
  for await (const chunk of body) hmac.update(chunk);
  const digest = hmac.digest();
  return signature?.digest.length === digest.length && timingSafeEqual(signature.digest, digest);
}
