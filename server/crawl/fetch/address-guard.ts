// Decides whether the crawl may open a connection to an address; nothing else may weaken this answer.
import ipaddr from 'ipaddr.js';

/**
 * Is this IP address (text, v4 or v6, as a resolver or a URL gives it) on the public internet? Unreadable means no.
 * ipaddr.js names the special-purpose range of every address (IANA registries, tunnels and NAT64 included); `process`
 * unwraps IPv4-mapped forms first.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  return ipaddr.process(address).range() === 'unicast';
}

/** The IP literal in a URL's host name (brackets removed), or undefined when it is a name for the resolver. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');
  return ipaddr.isValid(bare) ? bare : undefined;
}

export type UrlVerdict =
  | { ok: true; url: URL; exempt: boolean }
  | { ok: false; error: 'bad-url' | 'blocked-address'; detail: string };

/**
 * Checks what can be known of a URL before any name is resolved: scheme, user info, port, IP literals.
 * The URL parser has already folded decimal, octal and hexadecimal hosts into dotted form.
 */
export function checkUrl(address: string, allowedOrigins: ReadonlySet<string>): UrlVerdict {
  const url = URL.parse(address);
  if (!url) return { ok: false, error: 'bad-url', detail: 'not an absolute address' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { ok: false, error: 'bad-url', detail: `scheme ${url.protocol} is not fetched` };
  }
  if (url.username || url.password) return { ok: false, error: 'bad-url', detail: 'user name in the address' };
  if (allowedOrigins.has(url.origin)) return { ok: true, url, exempt: true };
  const port = Number(url.port || 443);
  if (port !== 80 && port !== 443 && port <= 1024) {
    return { ok: false, error: 'blocked-address', detail: `port ${port} is not fetched` };
  }
  const literal = literalAddress(url.hostname);
  if (literal && !isPublicAddress(literal)) {
    return { ok: false, error: 'blocked-address', detail: `${literal} is not a public address` };
  }
  return { ok: true, url, exempt: false };
}
