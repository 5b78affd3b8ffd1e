import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const CHINESE =
  '本报讯：城市图书馆昨日宣布延长开放时间，读者可以在晚间继续阅读报纸和杂志。市民对此表示欢迎，认为这是一项便民的好措施。图书馆负责人说，新的时间表将从下个月开始实行。';
const TRADITIONAL =
  '本報訊：城市圖書館昨日宣布延長開放時間，讀者可以在晚間繼續閱讀報紙和雜誌。市民對此表示歡迎，認為這是一項便民的好措施。圖書館負責人說，新的時間表將從下個月開始實行。';
const JAPANESE =
  '市立図書館は昨日、開館時間を延長すると発表した。利用者は夜間も新聞や雑誌を読むことができる。市民からは歓迎の声が上がっている。新しい時間割は来月から始まる予定だ。';
const KOREAN =
  '시립 도서관은 어제 개관 시간을 연장한다고 발표했다. 이용자들은 저녁에도 신문과 잡지를 읽을 수 있다. 시민들은 환영의 뜻을 나타냈다. 새로운 시간표는 다음 달부터 시행된다.';
const RUSSIAN =
  'Городская библиотека вчера объявила о продлении часов работы. Читатели смогут читать газеты и журналы вечером. Жители города приветствуют это решение, новое расписание начнёт действовать со следующего месяца.';
const ARABIC =
  'أعلنت مكتبة المدينة أمس تمديد ساعات العمل. يمكن للقراء قراءة الصحف والمجلات في المساء. رحب السكان بهذا القرار وقالوا إنه مفيد للجميع.';

const OTHERS = [
  ['gb18030', CHINESE],
  ['big5', TRADITIONAL],
  ['shift_jis', JAPANESE],
  ['euc-jp', JAPANESE],
  ['euc-kr', KOREAN],
  ['windows-1251', RUSSIAN],
  ['windows-1256', ARABIC],
] as const;

const feed = (text: string, encoding?: string) =>
  `<?xml version="1.0"${encoding ? ` encoding="${encoding}"` : ''}?><rss version="2.0"><channel><title>${text}</title></channel></rss>`;

const declared: [string, string, string][] = [
  ['gb2312', 'gb18030', CHINESE],
  ['GBK', 'gb18030', `${CHINESE}朱镕基`],
  ['big5', 'big5', TRADITIONAL],
  ['Shift_JIS', 'shift_jis', JAPANESE],
  ['EUC-JP', 'euc-jp', JAPANESE],
  ['EUC-KR', 'euc-kr', KOREAN],
  ['windows-1251', 'windows-1251', RUSSIAN],
  ['KOI8-R', 'koi8-r', RUSSIAN],
  ['windows-1256', 'windows-1256', ARABIC],
  ['windows-1252', 'windows-1252', 'Café “Zürich” – 5 €'],
  ['iso-8859-2', 'iso-8859-2', 'Zażółć gęślą jaźń'],
  ['utf-8', 'utf-8', CHINESE],
];

describe('declared', () => {
  test.each(declared)('%s in the XML declaration is believed', (label, encoding, text) => {
    const result = decodeText(iconv.encode(feed(text, label), encoding));
    expect(result).toMatchObject({ encoding, by: 'xml', text: feed(text, label) });
    expect(result.conflict).toBeUndefined();
  });

  test('the HTTP charset comes before the XML declaration', () => {
    const bytes = iconv.encode(feed(RUSSIAN, 'koi8-r'), 'windows-1251');
    expect(decodeText(bytes, { contentType: 'text/xml; charset="windows-1251"' })).toMatchObject({
      encoding: 'windows-1251',
      by: 'http',
    });
  });

  test('a meta tag is read in pages', () => {
    const page = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=gb2312"><title>${CHINESE}</title>`;
    expect(decodeText(iconv.encode(page, 'gbk'))).toEqual({ text: page, encoding: 'gb18030', by: 'meta' });
  });

  test('ISO-2022-JP is recognised by its escapes and by its label', () => {
    const bytes = Buffer.from('<title>\x1b$B;nNUEj?t\x1b(B</title>', 'latin1');
    const text = new TextDecoder('iso-2022-jp').decode(bytes);
    expect(decodeText(bytes)).toMatchObject({ encoding: 'iso-2022-jp', text });
    expect(decodeText(bytes, { contentType: 'text/xml; charset=iso-2022-jp' })).toMatchObject({ by: 'http', text });
  });
});

describe('EUC-TW, without a decoder of the platform', () => {
  const bytes = Buffer.from(
    'xtve3ti5oajQ0sbL6LfV8/Oo0dTFytDnxszNt8/b4uTN89Xr4uahovv0z6/Gq8Xox+PbpeLm+qv6/e/l+/Te3tfLzM/34+uioaTGy8bh6NfIus/Qxvz748/SoaLrpdKz3dXR0sSh4vrP7cbhzvvH79rd0cyhpOi31fPzqNPX3crEqeupoaLku8771evi5s/Q2fLat8S21LbFzOLkzO7o0sjnoaQ=',
    'base64',
  );

  test('is recognised without a label, and believed with one', () => {
    expect(decodeText(bytes)).toEqual({ text: TRADITIONAL, encoding: 'euc-tw', by: 'detector' });
    expect(decodeText(bytes, { contentType: 'text/plain; charset=EUC-TW' })).toMatchObject({
      text: TRADITIONAL,
      by: 'http',
    });
  });

  test('has signs, the rarer characters of the second plane, and none of the planes beyond', () => {
    const label = { contentType: 'text/plain; charset=x-euc-tw' };
    const rare = Buffer.from('oaOlx6TBjqLurfrejqKhoY6ioavF0Y6ioeT9yw==', 'base64');
    expect(decodeText(rare, label).text).toBe('、ㄅＡ躔鼯乂屮毋犮籲');
    expect(decodeText(Uint8Array.of(0x8e, 0xa3, 0xa1, 0xa1, 0x41), label).text).toBe('\ufffdA');
  });

  test('no other text is taken for it', () => {
    for (const [encoding, text] of OTHERS) expect(decodeText(iconv.encode(text, encoding)).encoding).not.toBe('euc-tw');
  });

  test('a broken byte swallows no markup', () => {
    const broken = Buffer.from([0xff, 0x3c, 0x62, 0x3e, 0xc4, 0x3c, 0x69, 0x3e, 0x8e, 0xa2, 0x3c, 0x70, 0x3e]);
    expect(decodeText(broken, { contentType: 'text/plain; charset=euc-tw' }).text).toMatch(/<b>.*<i>.*<p>/);
  });
});

describe('Korean encodings without a decoder of the platform', () => {
  const johab = Buffer.from(
    'r6GfsyCVoazhicW3ZSC04blBIIiBicUgr6GIZbdpILVluHfQZZRhiaEgpGnOYdCWlGEuILehtne4YZdpt2UguOGRYrVBlaEgr6WihYnBILhzu6GfaSC3qrdpIK6BILe2lGEuIK+ho6WXabdlINHFtXe3gSCbdbdpIJBhyGGQlpRhLiCsgZ2htoUgr6GIZc5hk2UglGG3cSCUaaaByOEgr6HQl5ZFlGEu',
    'base64',
  );
  const iso2022 = Buffer.from(
    'GyQpQw49QzgzDyAONTU8LTB8QDoPIA4+bkEmDyAOMDMwfA8gDj1DMCNAOw8gDj8sQGVHUTRZMG0PIA45X0clR180WQ8uIA5ATD9rQFo1aUA6DyAOQHozYT8hNTUPIA49RTkuMHoPIA5AYkF2OCYPIA5AUEA7DyAOPHYPIA5AVjRZDy4gDj1DOU41aUA6DyAOSC8/NUBHDyAONmZAOw8gDjMqRTgzQjRZDy4gDjt1N04/bg8gDj1DMCNHJTRCDyAONFlAPQ8gDjReOk5FTQ8gDj1DR2A1SDRZDy4=',
    'base64',
  );

  test('are recognised without a label, and believed with one', () => {
    expect(decodeText(johab)).toEqual({ text: KOREAN, encoding: 'johab', by: 'detector' });
    expect(decodeText(iso2022)).toEqual({ text: KOREAN, encoding: 'iso-2022-kr', by: 'detector' });
    expect(decodeText(johab, { contentType: 'text/plain; charset=johab' })).toMatchObject({ text: KOREAN, by: 'http' });
    expect(decodeText(iso2022, { contentType: 'text/plain; charset=ISO-2022-KR' })).toMatchObject({ by: 'http' });
  });

  test('have single letters, Han characters and signs', () => {
    const bytes = Buffer.from('iEGEYYREIOTe99voVeLQINlImbHZSQ==', 'base64');
    expect(decodeText(bytes, { contentType: 'text/plain; charset=johab' }).text).toBe('ㄱㅏㄳ 大韓民國 「똠」');
  });

  test('no other text is taken for Johab', () => {
    for (const [encoding, text] of OTHERS) expect(decodeText(iconv.encode(text, encoding)).encoding).not.toBe('johab');
  });

  test('a broken byte swallows no markup', () => {
    const bytes = Buffer.from([0xff, 0x3c, 0x62, 0x3e, 0xd9, 0x3c]);
    expect(decodeText(bytes, { contentType: 'text/plain; charset=johab' }).text).toContain('<b>');
  });
});

describe('marks and wide encodings', () => {
  const text = feed('知闻 Tidings');
  test.each([
    ['utf-8', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)])],
    ['utf-16le', iconv.encode(text, 'utf-16le', { addBOM: true })],
    ['utf-16be', iconv.encode(text, 'utf-16be', { addBOM: true })],
    ['utf-32le', iconv.encode(text, 'utf-32le', { addBOM: true })],
    ['utf-32be', iconv.encode(text, 'utf-32be', { addBOM: true })],
  ])('a %s byte order mark decides against every declaration', (encoding, bytes) => {
    expect(decodeText(bytes, { contentType: 'text/xml; charset=gbk' })).toEqual({ text, encoding, by: 'bom' });
  });

  test.each(['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
    '%s without a mark is recognised by its zeros',
    (encoding) => {
      expect(decodeText(iconv.encode(text, encoding, { addBOM: false }))).toMatchObject({
        text,
        encoding,
        by: 'detector',
      });
    },
  );
});

describe('lying declarations', () => {
  test.each(['iso-8859-1', 'windows-1251', 'us-ascii', 'gbk', 'utf-16', 'no-such-thing'])(
    'UTF-8 text declared as %s is read as UTF-8',
    (label) => {
      expect(decodeText(Buffer.from(feed(CHINESE, label)))).toMatchObject({
        encoding: 'utf-8',
        text: feed(CHINESE, label),
      });
    },
  );

  test('GBK text declared as UTF-8 is recovered and the conflict named', () => {
    const bytes = iconv.encode(feed(CHINESE, 'utf-8'), 'gbk');
    expect(decodeText(bytes)).toMatchObject({
      encoding: 'gb18030',
      text: feed(CHINESE, 'utf-8'),
      conflict: 'declared utf-8',
    });
  });

  test('a lying header gives way to a true XML declaration', () => {
    const bytes = iconv.encode(feed(TRADITIONAL, 'big5'), 'big5');
    expect(decodeText(bytes, { contentType: 'text/xml; charset=utf-8' })).toMatchObject({
      encoding: 'big5',
      by: 'xml',
      conflict: 'declared utf-8',
    });
  });

  test('a few broken bytes do not turn UTF-8 into something else', () => {
    const bytes = Buffer.concat([Buffer.from(feed(CHINESE)), Buffer.from([0xff, 0xc3])]);
    const result = decodeText(bytes, { contentType: 'text/xml; charset=utf-8' });
    expect(result).toMatchObject({ encoding: 'utf-8', by: 'http' });
    expect(result.text).toContain(CHINESE);
  });

  test('UTF-7 is never decoded', () => {
    const bytes = Buffer.from('+ADw-script+AD4-');
    expect(decodeText(bytes, { contentType: 'text/html; charset=utf-7' })).toMatchObject({
      text: '+ADw-script+AD4-',
      encoding: 'utf-8',
    });
  });
});

describe('undeclared', () => {
  test.each([
    ['gb18030', CHINESE],
    ['big5', TRADITIONAL],
    ['shift_jis', JAPANESE],
    ['euc-jp', JAPANESE],
    ['euc-kr', KOREAN],
    ['windows-1251', RUSSIAN],
    ['koi8-r', RUSSIAN],
    ['windows-1256', ARABIC],
  ])('%s is detected', (encoding, text) => {
    expect(decodeText(iconv.encode(feed(text), encoding))).toMatchObject({
      encoding,
      by: 'detector',
      text: feed(text),
    });
  });

  test('the language of the site decides where bytes alone cannot', () => {
    const bytes = iconv.encode('新闻中心', 'gbk');
    expect(decodeText(bytes, { languageHint: 'zh-CN' })).toMatchObject({ encoding: 'gb18030', text: '新闻中心' });
  });

  test('no bytes and ASCII are UTF-8', () => {
    expect(decodeText(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8', by: 'utf8' });
    expect(decodeText(Buffer.from('<rss/>'))).toEqual({ text: '<rss/>', encoding: 'utf-8', by: 'utf8' });
  });
});
