// Decoders for the two Korean encodings that the web platform lacks; both are computed, without tables of characters.

const SHIFT_OUT = 0x0e;
const SHIFT_IN = 0x0f;
const ESCAPE = 0x1b;

/** ISO-2022-KR (RFC 1557): EUC-KR with its high bits taken off between shift-out and shift-in; a line ends a shift. */
export function decodeIso2022Kr(bytes: Uint8Array): string {
  const widened = new Uint8Array(bytes.length);
  let size = 0;
  let isShifted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte === SHIFT_OUT) isShifted = true;
    else if (byte === SHIFT_IN) isShifted = false;
    // The designation, ESC $ ) C.
    else if (byte === ESCAPE && bytes[i + 1] === 0x24 && bytes[i + 2] === 0x29 && bytes[i + 3] === 0x43) i += 3;
    else {
      if (byte === 0x0a) isShifted = false;
      widened[size++] = isShifted && byte > 0x20 && byte < 0x7f ? byte | 0x80 : byte;
    }
  }
  return new TextDecoder('euc-kr').decode(widened.subarray(0, size));
}

// KS X 1001 annex 3: five bits each for the first consonant, the vowel and the last consonant; -1 is no letter, FILL an empty place.
const FILL = -2;
const INITIALS = [-1, FILL, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18];
const VOWELS = [
  -1,
  -1,
  FILL,
  0,
  1,
  2,
  3,
  4,
  -1,
  -1,
  5,
  6,
  7,
  8,
  9,
  10,
  -1,
  -1,
  11,
  12,
  13,
  14,
  15,
  16,
  -1,
  -1,
  17,
  18,
  19,
  20,
];
const FINALS = [
  -1,
  FILL,
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  15,
  16,
  -1,
  17,
  18,
  19,
  20,
  21,
  22,
  23,
  24,
  25,
  26,
  27,
];
const INITIAL_LETTERS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const FINAL_LETTERS = 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';
const BROKEN = '\ufffd';

function johabSyllable(code: number): string {
  const initial = INITIALS[(code >> 10) & 31] ?? -1;
  const vowel = VOWELS[(code >> 5) & 31] ?? -1;
  const final = FINALS[code & 31] ?? -1;
  if (initial === -1 || vowel === -1 || final === -1) return BROKEN;
  if (initial >= 0 && vowel >= 0) return String.fromCharCode(0xac00 + (initial * 21 + vowel) * 28 + Math.max(0, final));
  if (vowel >= 0) return final === FILL && initial === FILL ? String.fromCharCode(0x314f + vowel) : BROKEN;
  if (initial >= 0) return final === FILL ? (INITIAL_LETTERS[initial] ?? BROKEN) : BROKEN;
  return final === FILL ? '\u3000' : (FINAL_LETTERS[final - 1] ?? BROKEN);
}

const eucKr = new TextDecoder('euc-kr');

/** Signs and Han characters: two rows of KS X 1001 to a lead byte. */
function johabSign(lead: number, trail: number): string {
  if (trail < 0x31 || (trail > 0x7e && trail < 0x91)) return BROKEN;
  const cell = trail < 0x7f ? trail - 0x31 : trail - 0x91 + 78;
  const row = (lead < 0xdf ? 0x21 + (lead - 0xd9) * 2 : 0x4a + (lead - 0xe0) * 2) + (cell >= 94 ? 1 : 0);
  return eucKr.decode(Uint8Array.of(row | 0x80, (0x21 + (cell % 94)) | 0x80));
}

/** Johab (code page 1361): Korean of DOS times. */
export function decodeJohab(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes[i]!;
    if (lead < 0x80) {
      text += String.fromCharCode(lead);
      continue;
    }
    const trail = bytes[i + 1] ?? 0;
    const isHangul = lead >= 0x84 && lead <= 0xd3 && trail >= 0x41 && trail !== 0x7f;
    const isSign = (lead >= 0xd9 && lead <= 0xde) || (lead >= 0xe0 && lead <= 0xf9);
    const char = isHangul ? johabSyllable((lead << 8) | trail) : isSign ? johabSign(lead, trail) : BROKEN;
    text += char;
    // A broken lead byte takes no ASCII with it: markup behind it stays markup.
    if (char !== BROKEN || trail >= 0x80) i += 1;
  }
  return text;
}

const SAMPLE_BYTES = 16 * 1024;
const HANGUL_MIN = 40;
/** The syllables that make up a quarter to a third of any Korean text. */
const FREQUENT = new Set('이다의는에을를가은한고하지로도사인기어자대리서아나시그정해으니수들전일');

/** Whether undeclared bytes read as Korean in Johab: nothing broken, mostly syllables, and the usual ones among them. */
export function looksLikeJohab(bytes: Uint8Array): boolean {
  const text = decodeJohab(bytes.subarray(0, SAMPLE_BYTES));
  let foreign = 0;
  let hangul = 0;
  let frequent = 0;
  let broken = 0;
  for (const char of text) {
    const code = char.charCodeAt(0);
    if (code < 0x80) continue;
    foreign += 1;
    if (code >= 0xac00 && code <= 0xd7a3) hangul += 1;
    if (char === BROKEN) broken += 1;
    if (FREQUENT.has(char)) frequent += 1;
  }
  return hangul >= HANGUL_MIN && hangul >= foreign * 0.5 && broken <= foreign * 0.01 && frequent >= hangul * 0.2;
}
