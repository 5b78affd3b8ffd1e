/** The writing system of a character, by Unicode block: enough to choose a language detector and a way to cut words. */

export type Script =
  | ('Latn' | 'Cyrl' | 'Grek' | 'Arab' | 'Hebr' | 'Armn' | 'Geor' | 'Ethi' | 'Deva' | 'Beng' | 'Guru' | 'Gujr' | 'Orya')
  | ('Taml' | 'Telu' | 'Knda' | 'Mlym' | 'Sinh' | 'Thai' | 'Laoo' | 'Khmr' | 'Mymr' | 'Tibt' | 'Mong')
  | ('Hani' | 'Kana' | 'Hang');

/** Letters only; the ranges may hold a few unassigned code points. */
const BLOCKS: readonly (readonly [number, number, Script])[] = [
  [0x41, 0x5a, 'Latn'],
  [0x61, 0x7a, 'Latn'],
  [0xc0, 0x24f, 'Latn'],
  [0x1e00, 0x1eff, 'Latn'],
  [0xff21, 0xff3a, 'Latn'],
  [0xff41, 0xff5a, 'Latn'],
  [0x370, 0x3ff, 'Grek'],
  [0x1f00, 0x1fff, 'Grek'],
  [0x400, 0x52f, 'Cyrl'],
  [0x531, 0x58a, 'Armn'],
  [0x5d0, 0x5f2, 'Hebr'],
  [0x620, 0x64a, 'Arab'],
  [0x66e, 0x6d5, 'Arab'],
  [0x6ee, 0x6ff, 'Arab'],
  [0x750, 0x77f, 'Arab'],
  [0xfb50, 0xfdff, 'Arab'],
  [0xfe70, 0xfefc, 'Arab'],
  [0x900, 0x97f, 'Deva'],
  [0x980, 0x9ff, 'Beng'],
  [0xa00, 0xa7f, 'Guru'],
  [0xa80, 0xaff, 'Gujr'],
  [0xb00, 0xb7f, 'Orya'],
  [0xb80, 0xbff, 'Taml'],
  [0xc00, 0xc7f, 'Telu'],
  [0xc80, 0xcff, 'Knda'],
  [0xd00, 0xd7f, 'Mlym'],
  [0xd80, 0xdff, 'Sinh'],
  [0xe01, 0xe4e, 'Thai'],
  [0xe80, 0xedf, 'Laoo'],
  [0xf40, 0xfbc, 'Tibt'],
  [0x1000, 0x109f, 'Mymr'],
  [0x10a0, 0x10ff, 'Geor'],
  [0x1100, 0x11ff, 'Hang'],
  [0x1200, 0x137f, 'Ethi'],
  [0x1780, 0x17d3, 'Khmr'],
  [0x1820, 0x18aa, 'Mong'],
  [0x3041, 0x3096, 'Kana'],
  [0x309d, 0x309f, 'Kana'],
  [0x30a1, 0x30fa, 'Kana'],
  [0x30fc, 0x30ff, 'Kana'],
  [0x31f0, 0x31ff, 'Kana'],
  [0xff66, 0xff9d, 'Kana'],
  [0x3131, 0x318e, 'Hang'],
  [0xac00, 0xd7a3, 'Hang'],
  [0x3005, 0x3007, 'Hani'],
  [0x3400, 0x9fff, 'Hani'],
  [0xf900, 0xfaff, 'Hani'],
];

const scriptNames = [...new Set(BLOCKS.map(([, , script]) => script))];
const scriptNumbers = buildScripts();

function buildScripts(): Uint8Array {
  const numbers = new Uint8Array(0x10000);
  for (const [from, to, script] of BLOCKS) numbers.fill(scriptNames.indexOf(script) + 1, from, to + 1);
  return numbers;
}

function scriptNumber(code: number): number {
  if (code < 0x10000) return scriptNumbers[code] ?? 0;
  return code >= 0x20000 && code < 0x40000 ? scriptNames.indexOf('Hani') + 1 : 0;
}

/** Number of letters of each script that occurs in the text. */
export function countLetters(text: string): Map<Script, number> {
  const counts = new Uint32Array(scriptNames.length + 1);
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i) ?? 0;
    if (code > 0xffff) i++;
    const number = scriptNumber(code);
    counts[number] = (counts[number] ?? 0) + 1;
  }
  const found = new Map<Script, number>();
  scriptNames.forEach((script, index) => {
    const count = counts[index + 1] ?? 0;
    if (count > 0) found.set(script, count);
  });
  return found;
}
