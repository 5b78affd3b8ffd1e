// Turns the bytes of a feed, page or list into text, whatever their label says; pure.
import { detectEncoding } from './detect-encoding.ts';
import { decodeAs, encodingName } from './encoding-names.ts';

export type DecodedBy = 'bom' | 'http' | 'xml' | 'meta' | 'utf8' | 'detector' | 'fallback';

export interface DecodedText {
  text: string;
  /** WHATWG name, lower case; IANA where the WHATWG has none (utf-32le). */
  encoding: string;
  by: DecodedBy;
  /** The declaration that the bytes contradict. */
  conflict?: string;
}

export interface DecodeHints {
  contentType?: string;
  /** Language of the site (BCP 47): breaks ties of the detector. */
  languageHint?: string;
}

const HEAD_BYTES = 1024;

/**
 * Order: BOM, HTTP charset, XML declaration, `<meta>` in the first 1,024 bytes, strict UTF-8 test, detector, windows-1252.
 * A declaration that the bytes contradict loses: valid UTF-8 with real multi-byte sequences wins over a single-byte
 * label, and text that the declared decoder cannot read goes on to the next candidate. Never throws.
 */
export function decodeText(bytes: Uint8Array, hints: DecodeHints = {}): DecodedText {
  const marked = byMark(bytes);
  if (marked) return { text: decodeAs(bytes, marked), encoding: marked, by: 'bom' };
  const wide = byZeroPattern(bytes);
  if (wide) return { text: decodeAs(bytes, wide), encoding: wide, by: 'detector' };

  const utf8 = examineUtf8(bytes);
  const declared = declarations(bytes, hints.contentType);
  const escaped = byEscapes(bytes);
  let conflict: string | undefined;
  for (const { encoding, by } of declared) {
    if (isBelievable(bytes, encoding, utf8, escaped)) {
      return { text: decodeAs(bytes, encoding), encoding, by, ...(conflict && { conflict }) };
    }
    conflict ??= `declared ${encoding}`;
  }
  const found = guess(bytes, utf8, escaped, hints.languageHint, declared[0]?.encoding);
  return { text: decodeAs(bytes, found.encoding), ...found, ...(conflict && { conflict }) };
}

function guess(
  bytes: Uint8Array,
  utf8: Utf8Finding,
  escaped: string | undefined,
  languageHint: string | undefined,
  declared: string | undefined,
): { encoding: string; by: DecodedBy } {
  if (escaped) return { encoding: escaped, by: 'detector' };
  if (utf8.isValid || utf8.isMostlyValid) return { encoding: 'utf-8', by: 'utf8' };
  const detected = detectEncoding(bytes, languageHint);
  if (detected) return { encoding: detected, by: 'detector' };
  return { encoding: declared && declared !== 'utf-8' ? declared : 'windows-1252', by: 'fallback' };
}

function byMark(b: Uint8Array): string | undefined {
  if (b[0] === 0xef && b[1] === 0xbb && b[2] === 0xbf) return 'utf-8';
  if (b[0] === 0xff && b[1] === 0xfe) return b[2] === 0 && b[3] === 0 && b.length >= 4 ? 'utf-32le' : 'utf-16le';
  if (b[0] === 0xfe && b[1] === 0xff) return 'utf-16be';
  if (b[0] === 0 && b[1] === 0 && b[2] === 0xfe && b[3] === 0xff) return 'utf-32be';
  return undefined;
}

/** UTF-16 and UTF-32 without a mark: markup makes every second byte, or three in four, zero. */
function byZeroPattern(b: Uint8Array): string | undefined {
  const length = Math.min(b.length, 4 * HEAD_BYTES) & ~3;
  if (length < 4) return undefined;
  const zeros = [0, 0, 0, 0];
  for (let i = 0; i < length; i++) if (b[i] === 0) zeros[i & 3]! += 1;
  const quarter = length / 4;
  const most = (at: number) => zeros[at]! > quarter * 0.6;
  const few = (at: number) => zeros[at]! < quarter * 0.4;
  if (most(0) && most(1) && few(3)) return 'utf-32be';
  if (most(2) && most(3) && few(0)) return 'utf-32le';
  if (zeros[0]! + zeros[2]! > quarter * 0.5 && few(1) && few(3)) return 'utf-16be';
  if (zeros[1]! + zeros[3]! > quarter * 0.5 && few(0) && few(2)) return 'utf-16le';
  return undefined;
}

/** Seven-bit encodings that announce themselves by escape sequences. */
function byEscapes(bytes: Uint8Array): string | undefined {
  const at = bytes.indexOf(0x1b);
  if (at === -1 || bytes[at + 1] !== 0x24) return undefined;
  const next = bytes[at + 2];
  if (next === 0x29 && bytes[at + 3] === 0x43) return 'iso-2022-kr';
  return next === 0x40 || next === 0x42 ? 'iso-2022-jp' : undefined;
}

interface Utf8Finding {
  isValid: boolean;
  /** A few broken bytes in what is otherwise plainly UTF-8. */
  isMostlyValid: boolean;
  /** More good sequences than broken ones: enough to believe a declaration. */
  isPlausible: boolean;
  multiByteCount: number;
}

function examineUtf8(bytes: Uint8Array): Utf8Finding {
  let good = 0;
  let bad = 0;
  let i = 0;
  while (i < bytes.length) {
    const lead = bytes[i]!;
    if (lead < 0x80) {
      i += 1;
      continue;
    }
    const size = sequenceLength(bytes, i, lead);
    if (size === 0) bad += 1;
    else good += 1;
    i += size || 1;
  }
  return {
    isValid: bad === 0,
    isMostlyValid: bad > 0 && good >= 10 * bad,
    isPlausible: good > bad,
    multiByteCount: good,
  };
}

/** Length of the UTF-8 sequence at `i`, 0 if malformed (overlong and surrogate forms included). */
function sequenceLength(bytes: Uint8Array, i: number, lead: number): number {
  const second = bytes[i + 1] ?? 0;
  const isTail = (at: number) => ((bytes[i + at] ?? 0) & 0xc0) === 0x80;
  if (lead >= 0xc2 && lead <= 0xdf) return isTail(1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    if ((lead === 0xe0 && second < 0xa0) || (lead === 0xed && second > 0x9f)) return 0;
    return isTail(1) && isTail(2) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    if ((lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f)) return 0;
    return isTail(1) && isTail(2) && isTail(3) ? 4 : 0;
  }
  return 0;
}

const MULTI_BYTE = new Set('gb18030 big5 shift_jis euc-jp euc-kr iso-2022-jp iso-2022-kr johab euc-tw'.split(' '));

function isBelievable(bytes: Uint8Array, encoding: string, utf8: Utf8Finding, escaped: string | undefined): boolean {
  if (encoding === 'utf-8') return (utf8.isValid && !escaped) || utf8.isPlausible;
  // The bytes are not wide (that was tested before), so the label cannot be right.
  if (/^utf-(16|32)/.test(encoding)) return false;
  if (escaped) return escaped === encoding;
  if (utf8.isValid && utf8.multiByteCount > 0) {
    // Short double-byte text can be valid UTF-8 by accident; long text cannot.
    return MULTI_BYTE.has(encoding) && utf8.multiByteCount < 4 && isCleanIn(bytes, encoding);
  }
  if (utf8.isMostlyValid && utf8.multiByteCount >= 20) return false;
  return !MULTI_BYTE.has(encoding) || isCleanIn(bytes, encoding);
}

/** At most one undecodable sequence in 200 beyond ASCII: real double-byte pages have stray bytes. */
function isCleanIn(bytes: Uint8Array, encoding: string): boolean {
  const text = decodeAs(bytes, encoding);
  let broken = 0;
  let foreign = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) foreign += 1;
  }
  return broken <= 1 + foreign / 200;
}

function declarations(bytes: Uint8Array, contentType: string | undefined): { encoding: string; by: DecodedBy }[] {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEAD_BYTES)).toString('latin1');
  const labels: [string | undefined, DecodedBy][] = [
    [/charset\s*=\s*["']?([^\s;"',]+)/i.exec(contentType ?? '')?.[1], 'http'],
    [/<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([^"'>]{1,40})/i.exec(head)?.[1], 'xml'],
    [/<meta[^>]{0,300}?\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head)?.[1], 'meta'],
  ];
  return labels.flatMap(([label, by]) => {
    const encoding = label && encodingName(label);
    return encoding ? [{ encoding, by }] : [];
  });
}
