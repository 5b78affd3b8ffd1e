/** Passwords, tokens and one-time codes: made, hashed and compared here and nowhere else. */
import { argon2, createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const argon2Async = promisify(argon2);

/** OWASP's argon2id setting: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

function derive(password: string, nonce: Buffer): Promise<Buffer> {
  return argon2Async('argon2id', { message: password.normalize('NFKC'), nonce, ...cost });
}

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce);
  return `argon2id$${cost.memory},${cost.passes}$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, , nonce = '', expected = ''] = stored.split('$');
  const tag = await derive(password, Buffer.from(nonce.padEnd(22, 'A'), 'base64url'));
  const expectedTag = Buffer.from(expected, 'base64url');
  return tag.length === expectedTag.length && timingSafeEqual(tag, expectedTag);
}

/** 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Tokens and codes are random, so a fast hash is enough to make the stored form useless. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

export function newCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0');
}

export function newPassword(): string {
  return randomBytes(12).toString('base64url');
}
