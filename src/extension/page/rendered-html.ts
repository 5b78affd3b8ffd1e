/** The page as the reader sees it, for the server to extract the article from. What is no text and what was typed stays behind. */
export const htmlMaxLength = 2_000_000;

const uselessParts =
  'script:not([type="application/ld+json"]), style, link[rel~="stylesheet"], link[rel~="preload"], noscript, template, iframe, object, embed, canvas, svg, video, audio, dialog';
/** A page may carry what its reader typed or a secret of the session. */
const privateParts = 'input, textarea, select, option, meta[name*="token" i], meta[name*="csrf" i]';

/** Empty when even the article alone is longer than `maxLength`: the server then fetches the address itself. */
export function readRenderedHtml(page: Document, maxLength = htmlMaxLength): string {
  const root = page.documentElement?.cloneNode(true) as HTMLElement | undefined;
  if (root?.nodeName.toLowerCase() !== 'html') return '';
  for (const element of root.querySelectorAll(`${uselessParts}, ${privateParts}`)) element.remove();
  for (const element of root.querySelectorAll('[src^="data:"], [srcset^="data:"]')) {
    element.removeAttribute('src');
    element.removeAttribute('srcset');
  }
  const whole = `<!doctype html>${root.outerHTML}`;
  if (whole.length <= maxLength) return whole;
  const article = root.querySelector('article') ?? root.querySelector('main, [role="main"]');
  const head = root.querySelector('head')?.outerHTML ?? '';
  const part = `<!doctype html><html>${head}<body>${article?.outerHTML ?? ''}</body></html>`;
  return article && part.length <= maxLength ? part : '';
}
