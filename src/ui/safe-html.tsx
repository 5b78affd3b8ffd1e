/**
 * Foreign HTML, shown through an allow-list: the markup is parsed into an inert document and rebuilt as React elements,
 * so nothing that is not named here can reach the page. The server sanitised it before; this does not rely on that.
 */
import { createElement, Fragment, type ReactNode, useMemo } from 'react';

const allowedTags = new Set(
  `a abbr b blockquote br caption cite code dd del dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins
   kbd li mark ol p pre q rp rt ruby s samp section small span strong sub sup table tbody td tfoot th thead time tr u ul
   var wbr`.split(/\s+/),
);
/** Removed with all they contain; every other unknown element only loses its tag. */
const removedTags = new Set(
  `script style template noscript iframe object embed svg math form input button select textarea option link meta base
   head title audio video canvas dialog frame frameset applet`.split(/\s+/),
);
const depthMax = 100;
const nodeMax = 20_000;

export function safeAddress(value: string | null, base: string, schemes: readonly string[]): string | undefined {
  if (!value) return undefined;
  try {
    const url = new URL(value.trim(), base || undefined);
    return schemes.includes(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

interface Walk {
  base: string;
  left: number;
}

function attributesOf(element: Element, tag: string, walk: Walk): Record<string, unknown> | undefined {
  const dir = element.getAttribute('dir');
  const lang = element.getAttribute('lang');
  const common = {
    ...(dir && ['ltr', 'rtl', 'auto'].includes(dir) && { dir }),
    ...(lang && /^[A-Za-z0-9-]{1,35}$/.test(lang) && { lang }),
  };
  if (tag === 'a') {
    const href = safeAddress(element.getAttribute('href'), walk.base, ['http:', 'https:', 'mailto:']);
    return { ...common, ...(href && { href, target: '_blank', rel: 'noopener noreferrer nofollow ugc' }) };
  }
  if (tag === 'img') {
    const src = safeAddress(element.getAttribute('src'), walk.base, ['http:', 'https:']);
    if (!src) return undefined;
    const alt = element.getAttribute('alt') ?? '';
    return { ...common, src, alt, loading: 'lazy', decoding: 'async', referrerPolicy: 'no-referrer' };
  }
  if (tag === 'td' || tag === 'th') {
    return { ...common, colSpan: span(element, 'colspan'), rowSpan: span(element, 'rowspan') };
  }
  if (tag === 'time') return { ...common, dateTime: element.getAttribute('datetime') ?? undefined };
  return common;
}

function span(element: Element, name: string): number | undefined {
  const value = Number(element.getAttribute(name));
  return Number.isInteger(value) && value > 1 && value <= 100 ? value : undefined;
}

/** Elements that React refuses text in; whitespace between rows must go. */
const rowsOnly = new Set(['table', 'tbody', 'thead', 'tfoot', 'tr']);
const empty = new Set(['br', 'hr', 'img', 'wbr']);

function childrenOf(parent: Node, depth: number, walk: Walk): ReactNode[] {
  const result: ReactNode[] = [];
  const skipSpace = rowsOnly.has(parent.nodeName.toLowerCase());
  for (const [index, node] of [...parent.childNodes].entries()) {
    if (walk.left-- <= 0) break;
    if (node.nodeType === 3) {
      const text = node.nodeValue ?? '';
      if (!(skipSpace && text.trim() === '')) result.push(text);
    } else if (node.nodeType === 1) {
      result.push(elementOf(node as Element, index, depth, walk));
    }
  }
  return result;
}

function elementOf(element: Element, key: number, depth: number, walk: Walk): ReactNode {
  const tag = element.localName.toLowerCase();
  if (removedTags.has(tag) || depth > depthMax) return null;
  const children = () => childrenOf(element, depth + 1, walk);
  if (!allowedTags.has(tag)) return createElement(Fragment, { key }, ...children());
  const attributes = attributesOf(element, tag, walk);
  if (!attributes) return null;
  if (empty.has(tag)) return createElement(tag, { key, ...attributes });
  return createElement(tag, { key, ...attributes }, ...children());
}

/** @param base address that relative links are resolved against */
export function safeNodes(html: string, base = ''): ReactNode[] {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  return childrenOf(body, 0, { base, left: nodeMax });
}

export function SafeHtml({ html, base }: { html: string; base?: string }) {
  return useMemo(() => safeNodes(html, base), [html, base]);
}
