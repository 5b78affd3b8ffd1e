// The words of a piece of HTML as a reader sees them; pure.
import { Parser } from 'htmlparser2';
import { cutDeepMarkup } from './cut-deep-markup.ts';

const HIDDEN_TAGS = new Set('script style template noscript head textarea option svg rp rt'.split(' '));
const PARAGRAPH_TAGS = new Set(
  (
    'p div section article header footer aside main nav address blockquote pre hr ' +
    'h1 h2 h3 h4 h5 h6 ul ol dl figure figcaption table details body'
  ).split(' '),
);
const LINE_TAGS = new Set('br li dt dd tr caption summary'.split(' '));

/** An unclosed comment hides the rest of the text from a browser; a reader gets it, without the comment's own tag. */
export function closeComments(html: string): string {
  const start = html.lastIndexOf('<!--');
  if (start === -1 || html.indexOf('-->', start) !== -1) return html;
  return html.slice(0, start) + html.slice(start).replace(/^<!--[^>]*>?/, '');
}

/** Text with blank lines between paragraphs, one line per list item and table row, entities decoded, white space folded. */
export function plainText(html: string): string {
  const closed = cutDeepMarkup(closeComments(html));
  if (!closed.includes('<') && !closed.includes('&')) return closed.replace(/\s+/g, ' ').trim();
  const blocks = createBlocks();
  let hiddenDepth = 0;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (HIDDEN_TAGS.has(name)) hiddenDepth += 1;
        else blocks.breakAt(name);
      },
      onclosetag: (name) => {
        if (HIDDEN_TAGS.has(name)) hiddenDepth = Math.max(0, hiddenDepth - 1);
        else if (name === 'td' || name === 'th') blocks.add(' ');
        else if (name !== 'br') blocks.breakAt(name);
      },
      ontext: (chunk) => {
        if (hiddenDepth === 0) blocks.add(chunk);
      },
    },
    { decodeEntities: true },
  );
  parser.write(closed);
  parser.end();
  return blocks.finish();
}

/** Gathers lines; between two of them stands the widest break that was asked for. */
function createBlocks() {
  const parts: string[] = [];
  let line = '';
  let gap = '';
  const close = () => {
    const text = line.replace(/\s+/g, ' ').trim();
    line = '';
    if (text === '') return;
    if (parts.length > 0) parts.push(gap);
    parts.push(text);
    gap = '';
  };
  return {
    add: (chunk: string) => {
      line += chunk;
    },
    breakAt: (tag: string) => {
      const wanted = PARAGRAPH_TAGS.has(tag) ? '\n\n' : LINE_TAGS.has(tag) ? '\n' : '';
      if (wanted === '') return;
      close();
      if (wanted.length > gap.length) gap = wanted;
    },
    finish: () => {
      close();
      return parts.join('');
    },
  };
}
