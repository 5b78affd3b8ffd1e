import iconv from 'iconv-lite';
import { decodeEucTw } from './euc-tw.ts';
import { decodeIso2022Kr, decodeJohab } from './korean-encodings.ts';

const OWN_DECODERS: Record<string, (bytes: Uint8Array) => string> = {
  johab: decodeJohab,
  'euc-tw': decodeEucTw,
  'iso-2022-kr': decodeIso2022Kr,
};

// Labels outside the WHATWG table that feeds still use.
const LABEL_ALIASES: Record<string, string> = {
  cp932: 'shift_jis',
  'windows-932': 'shift_jis',
  cp936: 'gb18030',
  'windows-936': 'gb18030',
  gbk: 'gb18030',
  gb2312: 'gb18030',
  gb_2312: 'gb18030',
  'gb_2312-80': 'gb18030',
  'x-gbk': 'gb18030',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  cp950: 'big5',
  'windows-950': 'big5',
  maccyrillic: 'x-mac-cyrillic',
  'mac-cyrillic': 'x-mac-cyrillic',
  macroman: 'macintosh',
  'iso-latin-1': 'windows-1252',
  'iso8859-1': 'windows-1252',
  utf8mb4: 'utf-8',
  cp1361: 'johab',
  ms1361: 'johab',
  csiso2022kr: 'iso-2022-kr',
  'x-euc-tw': 'euc-tw',
  cns11643: 'euc-tw',
};

// UTF-7 hides markup from every check before it; the others are no text encodings of the web.
const REFUSED = new Set(['utf-7', 'utf7', 'utf-7-imap', 'base64', 'hex', 'binary', 'ucs2']);

/**
 * The name under which this product knows an encoding label, or undefined for an unknown one.
 * GBK labels mean GB18030, as on the web.
 */
export function encodingName(label: string): string | undefined {
  const wanted = label
    .trim()
    .replace(/^["']+|["';,]+$/g, '')
    .toLowerCase();
  if (!wanted || wanted.length > 40 || REFUSED.has(wanted)) return undefined;
  const alias = LABEL_ALIASES[wanted] ?? wanted;
  if (Object.hasOwn(OWN_DECODERS, alias)) return alias;
  try {
    const name = new TextDecoder(alias).encoding;
    return name === 'replacement' ? undefined : name === 'gbk' ? 'gb18030' : name;
  } catch {
    return iconv.encodingExists(alias) ? alias : undefined;
  }
}

/** Decodes with a name from `encodingName`; undecodable bytes become U+FFFD. */
export function decodeAs(bytes: Uint8Array, encoding: string): string {
  const own = OWN_DECODERS[encoding];
  if (own) return own(bytes);
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return stripBom(iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding));
  }
}

const stripBom = (text: string) => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
