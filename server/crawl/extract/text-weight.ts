/** How much reading a text is, on one scale for all scripts: one Han character or kana says as much as about three letters. */

const CJK_WEIGHT = 3;

/** A "too short" limit of 200 letters is 60 to 70 Han characters on this scale. */
export const SHORT_TEXT_WEIGHT = 200;

const isWide = (code: number): boolean =>
  (code >= 0x3040 && code <= 0x30ff) ||
  (code >= 0x3400 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7af) ||
  (code >= 0xf900 && code <= 0xfaff);

/** Letters and digits, each wide character counted three times; white space and signs count nothing. */
export function textWeight(text: string): number {
  let weight = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isWide(code)) weight += CJK_WEIGHT;
    else if (
      (code >= 0x30 && code <= 0x39) ||
      (code >= 0x41 && code <= 0x5a) ||
      (code >= 0x61 && code <= 0x7a) ||
      (code >= 0xc0 && code < 0x2000)
    )
      weight++;
    else if (code >= 0xd800 && code <= 0xdbff) weight += CJK_WEIGHT;
  }
  return weight;
}

/** Sentence punctuation of all scripts; menus and lists of headlines have next to none. */
export function punctuationCount(text: string): number {
  return text.match(/[，。、！？；：,.;!?…“”„«»।؟،։]/g)?.length ?? 0;
}
