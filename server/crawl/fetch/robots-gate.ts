/** Whether a page may be fetched by a program, from the site's robots.txt (RFC 9309), remembered for a day. */
import { decodeText } from '../decode/decode-text.ts';
import { checkRobots } from '../parse/robots.ts';
import type { Fetcher } from './fetch-resource.ts';

export interface RobotsGate {
  isAllowed(url: string): Promise<boolean>;
}

const rememberedMs = 86_400_000;
const originsMax = 2_000;
const robotsMaxBytes = 512 * 1024;

export function createRobotsGate(options: {
  fetchResource: Fetcher['fetchResource'];
  agent: string;
  now(): number;
}): RobotsGate {
  const known = new Map<string, { rules: Promise<string | 'closed'>; readAt: number }>();

  /** No robots.txt (4xx): everything is open. A server in trouble (5xx, no answer): nothing is, until it answers. */
  async function readRules(origin: string): Promise<string | 'closed'> {
    const fetched = await options.fetchResource({ url: `${origin}/robots.txt`, maxBytes: robotsMaxBytes });
    if (fetched.ok) return decodeText(fetched.body, { contentType: fetched.headers['content-type'] }).text;
    const isMissing = fetched.status !== undefined && fetched.status >= 400 && fetched.status < 500;
    return isMissing ? '' : 'closed';
  }

  return {
    async isAllowed(url) {
      const { origin } = new URL(url);
      let entry = known.get(origin);
      if (!entry || options.now() - entry.readAt >= rememberedMs) {
        if (known.size >= originsMax) known.clear();
        entry = { rules: readRules(origin), readAt: options.now() };
        known.set(origin, entry);
      }
      const rules = await entry.rules;
      if (rules === 'closed') {
        known.delete(origin);
        return false;
      }
      return checkRobots(rules, options.agent, url).isAllowed;
    },
  };
}
