// Decoder for EUC-TW, which the web platform lacks. Planes 1 and 2 of CNS 11643 have the characters of Big5 in nearly its order.

const SINGLE_SHIFT = 0x8e;
const BROKEN = '\ufffd';
const ROW = 94;
const BIG5_ROW = 157;

/** From a place in the plane on: how much further a character stands in Big5, counted over its rows of 157. */
const PLANE_1: readonly (readonly [from: number, shift: number])[] = [
  [0, 0],
  [148, 1],
  [149, -1],
  [150, 0],
  [282, -48],
  [3290, -2819],
  [4702, -2818],
  [5126, -3243],
  [5127, -2819],
  [7003, -2432],
  [7004, -2820],
  [7391, -2819],
  [7916, -2630],
  [7917, -2820],
  [8106, -2819],
  [8190, -2673],
  [8191, -2820],
  [8245, -2819],
  [8246, -2821],
  [8247, -2820],
  [8337, -2819],
];
const PLANE_2: readonly (readonly [from: number, shift: number])[] = [
  [0, 6280],
  [10, 6281],
  [43, 6329],
  [44, 6280],
  [92, 6281],
  [138, 6448],
  [139, 6280],
  [306, 6281],
  [2146, 6928],
  [2147, 6281],
  [2255, 6282],
  [2894, 6281],
  [3293, 6282],
  [4930, 6831],
  [4931, 6281],
  [5077, 6822],
  [5078, 6280],
  [5365, 7143],
  [5366, 6279],
  [5482, 6280],
  [5619, 6281],
  [5723, 6702],
  [5724, 6280],
  [5946, 6281],
  [6144, 6282],
  [6226, 6283],
  [6313, 6282],
  [6321, 6283],
  [6474, 6284],
  [6530, 6584],
  [6531, 6283],
  [6645, 6282],
  [6788, 6281],
  [6833, 6282],
  [6904, 6476],
  [6905, 6281],
  [7099, 6282],
  [7589, 6325],
  [7590, 6281],
  [7633, 6282],
  [7634, 6283],
  [7645, 6271],
  [7646, 6282],
];
/** Where signs, the gap behind them and the characters of each plane end; the rest is in no part of Big5. */
const isAssigned = (plane: number, place: number): boolean =>
  plane === 1 ? place < 234 || (place >= 282 && place < 456) || (place >= 3290 && place < 8691) : place < 7650;

const big5 = new TextDecoder('big5');

function character(plane: number, lead: number, trail: number): string {
  const place = (lead - 0xa1) * ROW + (trail - 0xa1);
  const shift = (plane === 1 ? PLANE_1 : PLANE_2).findLast(([from]) => from <= place)?.[1];
  if (plane > 2 || shift === undefined || !isAssigned(plane, place)) return BROKEN;
  const at = place + shift;
  const cell = at % BIG5_ROW;
  return big5.decode(Uint8Array.of(0xa1 + Math.floor(at / BIG5_ROW), cell < 63 ? 0x40 + cell : 0xa1 + cell - 63));
}

const isHigh = (byte: number | undefined): byte is number => byte !== undefined && byte >= 0xa1 && byte <= 0xfe;

/** EUC-TW (CNS 11643, planes 1 and 2); what is in other planes becomes U+FFFD. */
export function decodeEucTw(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    const isShifted = byte === SINGLE_SHIFT && isHigh(bytes[i + 1]);
    const [lead, trail] = isShifted ? [bytes[i + 2], bytes[i + 3]] : [byte, bytes[i + 1]];
    if (byte < 0x80) text += String.fromCharCode(byte);
    else if (isHigh(lead) && isHigh(trail)) {
      text += character(isShifted ? bytes[i + 1]! - 0xa0 : 1, lead, trail);
      i += isShifted ? 3 : 1;
    } else text += BROKEN;
  }
  return text;
}

const SAMPLE_BYTES = 16 * 1024;
const HAN_MIN = 40;
/** Characters that make up a fifth or more of any Chinese text. */
const FREQUENT = new Set(
  '的一是不了人在有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得年過發後作之其者',
);

/** Whether undeclared bytes read as Chinese in EUC-TW: next to nothing broken, and the usual characters among the others. */
export function looksLikeEucTw(bytes: Uint8Array): boolean {
  let foreign = 0;
  let han = 0;
  let frequent = 0;
  let broken = 0;
  for (const char of decodeEucTw(bytes.subarray(0, SAMPLE_BYTES))) {
    const code = char.charCodeAt(0);
    if (code < 0x80) continue;
    foreign += 1;
    if (code >= 0x4e00 && code <= 0x9fff) han += 1;
    if (char === BROKEN) broken += 1;
    if (FREQUENT.has(char)) frequent += 1;
  }
  return han >= HAN_MIN && han >= foreign * 0.5 && broken <= foreign * 0.01 && frequent >= han * 0.15;
}
