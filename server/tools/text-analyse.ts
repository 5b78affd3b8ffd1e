/** Operator's tool: what the product makes of a text — language, script, tokens — one JSON object a line. */
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { indexedPart } from '../text/document.ts';
import { detectLanguage } from '../text/language.ts';
import { tokenise } from '../text/tokens.ts';

const HELP = `text:analyse: the language, the script and the index tokens of texts; never touches the network.

  text-analyse.ts [--no-tokens] < LINES   JSON lines {"text", "language"?, "script"?, "htmlLang"?} on stdin
  text-analyse.ts [--no-tokens] TEXT…     texts on the command line

language, script    what the source usually writes (BCP 47, ISO 15924), where it is known
htmlLang            what the page says of itself
--no-tokens         language and script only

Prints {lang, script, confidence, tokens: [{text, stem?, start, end}]}; lang is "und" below a confidence of .6, and start and
end are UTF-16 offsets. A line that is no such object gives {error} and the next one is read.`;

interface Input {
  text: string;
  language?: string;
  script?: string;
  htmlLang?: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'no-tokens': { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) console.log(HELP);
else await pipeline(Readable.from(answers()), process.stdout);

async function* answers(): AsyncGenerator<string> {
  for await (const input of inputs()) yield `${JSON.stringify('error' in input ? input : analyse(input))}\n`;
}

async function* inputs(): AsyncGenerator<Input | { error: string }> {
  if (positionals.length > 0) {
    for (const text of positionals) yield { text };
    return;
  }
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() !== '') yield readLine(line);
  }
}

function readLine(line: string): Input | { error: string } {
  try {
    const { text, language, script, htmlLang } = JSON.parse(line) as Record<string, unknown>;
    if (typeof text !== 'string') return { error: 'no text' };
    return {
      text,
      ...(typeof language === 'string' && { language }),
      ...(typeof script === 'string' && { script }),
      ...(typeof htmlLang === 'string' && { htmlLang }),
    };
  } catch {
    return { error: 'no JSON object' };
  }
}

function analyse({ text, ...prior }: Input) {
  const { language, script, confidence } = detectLanguage(text, prior);
  const found = { lang: language, ...(script && { script }), confidence: Math.round(confidence * 1_000) / 1_000 };
  if (values['no-tokens']) return found;
  const tokens = tokenise(indexedPart(text), language);
  return {
    ...found,
    tokens: tokens.map(({ text, stem, start, end }) => ({ text, ...(stem && { stem }), start, end })),
  };
}
