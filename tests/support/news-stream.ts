/** A site whose items a test publishes one by one, and the crawl that takes them in at the server's own clock. */
import * as websites from '#shared/contract/websites.ts';
import type { TestServer } from './test-server.ts';
import { startTestSite } from './test-site.ts';

const hour = 3_600_000;
const syllables = [...'bcfgklmnprtvwz'].flatMap((consonant) => [...'aiou'].map((vowel) => consonant + vowel));
const wordsEach = 60;

/** Sentences of words that no other item has, so that two items are never the same text, nor the same event, by accident. */
export function fillerFor(number: number): string {
  const word = (at: number) =>
    syllables[Math.floor(at / syllables.length) % syllables.length]! + syllables[at % syllables.length]!;
  const own = Array.from({ length: wordsEach }, (_, at) => word(number * wordsEach + at));
  return `${own.join(' ')}.`;
}

export async function startNewsStream(title: string, start: (origins: string[]) => Promise<TestServer>) {
  const site = await startTestSite({ title });
  const server = await start([site.origin]);
  let sequence = 0;
  const put = (headline: string, text: string) => {
    sequence += 1;
    site.publish({
      slug: `item-${sequence}`,
      title: headline,
      text: `${fillerFor(sequence)} ${text}`,
      publishedAt: server.now(),
    });
  };
  put('Opening day', 'The paper opens.');
  const follower = await server.newMember();
  await follower.api(websites.subscribeWebsite, { body: { url: `${site.origin}/` } });
  await server.jobs.runOnce('crawl');

  return {
    site,
    server,
    /** New items, and two hours later the crawl that finds them, however often the site would be asked by its rhythm. */
    async publish(...items: string[]) {
      for (const headline of items) put(headline, `${headline}.`);
      server.advance(2 * hour);
      await server.ctx.db.updateTable('source').set({ next_fetch_at: server.now() }).execute();
      await server.jobs.runOnce('crawl');
    },
    /** Turns the clock to an instant. */
    turnTo(at: number) {
      server.advance(at - server.now());
    },
    async stop() {
      await server.stop();
      await site.stop();
    },
  };
}
