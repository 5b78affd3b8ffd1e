/**
 * The thread that parses, extracts and tokenises, so that the event loop that serves requests never does, and only one thread
 * keeps the language models in memory. Fetching stays with the main thread, which is asked by message.
 */
import { parentPort } from 'node:worker_threads';
import { writtenTerms } from '../cluster/event-terms.ts';
import { decodeText } from '../decode/decode-text.ts';
import { learnRepeated } from '../dedupe/boilerplate-book.ts';
import { discoverSources } from '../discover/discover.ts';
import type { FetchOutcome, FetchRequest } from '../fetch/fetch-resource.ts';
import { parseOpml } from '../parse/parse-opml.ts';
import type { DocumentReader, FromThread, TaskName, ToThread } from './document-tasks.ts';
import { prepareArticles } from './prepare-article.ts';
import { readPage } from './read-page.ts';
import { readSource } from './read-source.ts';

const send = (message: FromThread) => parentPort!.postMessage(message);

const waitingFetches = new Map<number, (outcome: FetchOutcome) => void>();
let fetchSequence = 0;

function fetchThroughMain(request: FetchRequest): Promise<FetchOutcome> {
  const fetchId = ++fetchSequence;
  return new Promise((resolve) => {
    waitingFetches.set(fetchId, resolve);
    send({ kind: 'fetch', fetchId, request });
  });
}

const tasks: Record<TaskName, (input: never) => unknown> = {
  readSource,
  prepareArticles,
  learnRepeated,
  writtenTerms,
  readPage,
  readOpml: ({ bytes }: { bytes: Uint8Array }) => parseOpml(decodeText(bytes).text),
  discover: (input: Parameters<DocumentReader['discover']>[0]) =>
    discoverSources({ ...input, fetch: fetchThroughMain }),
};

parentPort!.on('message', async (message: ToThread) => {
  if (message.kind === 'fetched') {
    waitingFetches.get(message.fetchId)?.(message.outcome);
    waitingFetches.delete(message.fetchId);
    return;
  }
  try {
    const result = await tasks[message.name](message.input as never);
    send({ kind: 'done', id: message.id, result });
  } catch (error) {
    send({ kind: 'failed', id: message.id, error: String((error as Error).stack ?? error) });
  }
});
