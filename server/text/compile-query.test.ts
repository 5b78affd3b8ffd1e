import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DateShortcut, Node, Query } from '#shared/query/ast.ts';
import { anchorsOf } from './anchors.ts';
import { type CompileContext, compileQuery } from './compile-query.ts';
import { type ArticleText, toTokenDocument } from './document.ts';
import { matches } from './evaluate.ts';
import { foldHan, hanVariants } from './han.ts';
import { createKeyMap } from './key-map.ts';
import type { TokenDocument, TokenQuery } from './token-query.ts';

const NOW = Date.UTC(2026, 10, 21, 3, 0);
const context: CompileContext = { now: NOW, timeZone: 'Asia/Shanghai' };

const word = (text: string): Node => ({ type: 'word', text });
const phrase = (text: string, slop = 0): Node => ({ type: 'phrase', text, slop });
const and = (...items: Node[]): Node => ({ type: 'and', items });
const or = (...items: Node[]): Node => ({ type: 'or', items });
const not = (item: Node): Node => ({ type: 'not', item });

function article(text: string, more: Partial<ArticleText> = {}): TokenDocument {
  return toTokenDocument({
    id: 1,
    publishedAt: NOW,
    title: '',
    text,
    language: 'zh',
    sourceId: 42,
    url: 'https://news.example.com/world/a',
    ...more,
  });
}

function compiled(root: Node | null, more: Partial<CompileContext> = {}): TokenQuery {
  const result = compileQuery({ root }, { ...context, ...more });
  if (!result.ok) throw new Error(result.problem.code);
  return result.query;
}

function problem(root: Node, more: Partial<CompileContext> = {}): string | undefined {
  const result = compileQuery({ root }, { ...context, ...more });
  return result.ok ? undefined : result.problem.code;
}

const finds = (root: Node, document: TokenDocument, more: Partial<CompileContext> = {}) =>
  matches(compiled(root, more), document);

describe('words in Chinese, Japanese and Korean', () => {
  test('one, two and more characters are found anywhere in a run', () => {
    const document = article('北京发布新能源汽车补贴政策，市民可申请');
    for (const text of ['汽', '请', '北京', '能源', '新能源汽车', '策']) expect(finds(word(text), document)).toBe(true);
    for (const text of ['京北', '新汽车', '政策市民', '车新']) expect(finds(word(text), document)).toBe(false);
  });

  test('one character is a prefix, more are a phrase of bigrams', () => {
    const steps = (text: string) => compiled(word(text));
    expect(steps('年')).toEqual({ type: 'phrase', steps: [{ prefix: '年' }], slop: 0, field: 'any' });
    expect(steps('北京市')).toEqual({
      type: 'phrase',
      steps: [{ token: '北京' }, { token: '京市' }],
      slop: 0,
      field: 'any',
    });
    expect(steps('北A')).toEqual({ type: 'phrase', steps: [{ token: '北' }, { token: 'a' }], slop: 0, field: 'any' });
  });

  test('either Chinese script finds the other', () => {
    expect(finds(word('记者会'), article('行政院記者會'))).toBe(true);
    expect(finds(word('記者會'), article('国务院记者会'))).toBe(true);
  });

  test('a Japanese document is found as written and by the Chinese spelling', () => {
    const document = article('経済対策の会計', { language: 'ja' });
    for (const text of ['経済', '会計', '经济', '會計', 'の会']) expect(finds(word(text), document)).toBe(true);
  });

  test('particles do not hide a Korean word', () => {
    expect(finds(word('정부'), article('정부는 발표했다', { language: 'ko' }))).toBe(true);
  });

  test('Han and Latin in one word keep their order and borders', () => {
    const document = article('苹果iPhone17发布会今天举行');
    expect(finds(word('果iPhone17发'), document)).toBe(true);
    expect(finds(word('iPhone发布'), document)).toBe(false);
    expect(finds(word('苹iPhone17'), document)).toBe(false);
  });

  const han = fc.constantFrom(...'中國国会會经經济人民の정부'.split(''));
  const run = fc.string({ unit: han, minLength: 1, maxLength: 12 });
  const runs = fc.array(run, { minLength: 1, maxLength: 4 });
  const separator = fc.constantFrom('，', ' ', '。\n', ' a ');

  test('a word matches exactly where the folded text of a run contains it', () => {
    fc.assert(
      fc.property(
        runs,
        separator,
        fc.string({ unit: han, minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (parts, between, query, isTitle) => {
          const text = parts.join(between);
          const document = isTitle ? article('', { title: text }) : article(text);
          expect(finds(word(query), document)).toBe(parts.some((part) => foldHan(part).includes(foldHan(query))));
        },
      ),
      { numRuns: 5000 },
    );
  });

  test('in Japanese a word matches exactly where a run contains one of its spellings', () => {
    const kanji = fc.constantFrom(...'経済经經会會計计国國の'.split(''));
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: kanji, minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 3 }),
        fc.string({ unit: kanji, minLength: 1, maxLength: 3 }),
        (parts, query) => {
          const document = article(parts.join('、'), { language: 'ja' });
          const oracle = parts.some((part) => hanVariants(query).some((variant) => part.includes(variant)));
          expect(finds(word(query), document)).toBe(oracle);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('any piece of a text between token borders finds that text', () => {
    const unit = fc.constantFrom(..."中國经济のアpé9 ，C+.-'".split(''), 'iphone', 'THE', 'ß', '정부');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 30 }), fc.nat(), fc.nat(), (text, a, b) => {
        const document = article(text);
        const count = document.body.length;
        if (count === 0) return;
        const [from, to] = [a % count, b % count].sort((x, y) => x - y);
        const piece = text.slice(document.body[from ?? 0]?.start, document.body[to ?? 0]?.end);
        expect(finds(phrase(piece), document)).toBe(true);
        expect(finds(word(piece), document)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('words in spaced scripts', () => {
  const english = article('The council approved subsidies for running costs', { language: 'en' });

  test('inflections are found, parts of words are not', () => {
    for (const text of ['subsidy', 'Subsidies', 'run', 'cost', 'councils'])
      expect(finds(word(text), english)).toBe(true);
    for (const text of ['sub', 'ouncil', 'art']) expect(finds(word(text), english)).toBe(false);
  });

  test('a phrase wants the exact forms', () => {
    expect(finds(phrase('running costs'), english)).toBe(true);
    expect(finds(phrase('running cost'), english)).toBe(false);
    expect(finds(phrase('approved for', 0), english)).toBe(false);
    expect(finds(phrase('approved for', 1), english)).toBe(true);
  });

  test('the grammar of another language does not count', () => {
    expect(finds(word('news'), article('a new day', { language: 'en' }))).toBe(false);
    expect(finds(word('news'), article('een new dag', { language: 'nl' }))).toBe(true);
  });

  test('accents may be left out', () => {
    const french = article('Les élections européennes', { language: 'fr' });
    for (const text of ['élection', 'elections', 'EUROPÉENNE']) expect(finds(word(text), french)).toBe(true);
  });

  test('hyphens, apostrophes and signs can be typed or left', () => {
    const document = article("Covid-19, Trump's C++ plan", { language: 'en' });
    for (const text of ['covid-19', 'covid', 'Trump', "Trump's", 'c++']) expect(finds(word(text), document)).toBe(true);
    expect(finds(word('c'), document)).toBe(false);
    expect(finds(phrase('trump c++'), document)).toBe(true);
  });

  test('a prefix finds words that begin so', () => {
    expect(finds({ type: 'prefix', text: 'subsid' }, english)).toBe(true);
    expect(finds({ type: 'prefix', text: 'bsid' }, english)).toBe(false);
  });
});

describe('operators', () => {
  const document = article('补贴政策出台。新能源汽车的补贴将延长，企业表示欢迎。\n补贴申请十一月开始。', {
    title: '新能源补贴',
    author: '李雷',
    tags: ['经济', '汽车'],
    country: 'CN',
    script: 'Hans',
  });

  test('AND, OR and NOT', () => {
    expect(finds(and(word('补贴'), word('汽车')), document)).toBe(true);
    expect(finds(and(word('补贴'), not(word('汽车'))), document)).toBe(false);
    expect(finds(or(word('石油'), word('汽车')), document)).toBe(true);
  });

  test('only NOT stands beside everything', () => {
    expect(compiled(not(word('石油')))).toMatchObject({ type: 'and', items: [{ type: 'all' }, { type: 'not' }] });
    expect(compiled(and(not(word('石油')), not(word('煤炭')))).type).toBe('and');
    expect(finds(not(word('石油')), document)).toBe(true);
    expect(finds(or(word('煤炭'), not(word('石油'))), document)).toBe(true);
  });

  test('fields', () => {
    expect(finds({ type: 'field', field: 'title', item: word('汽车') }, document)).toBe(false);
    expect(finds({ type: 'field', field: 'text', item: word('汽车') }, document)).toBe(true);
    expect(finds({ type: 'field', field: 'author', item: word('李雷') }, document)).toBe(true);
    expect(finds({ type: 'field', field: 'tag', item: word('经济') }, document)).toBe(true);
    expect(finds(word('李雷'), document)).toBe(false);
  });

  test('filters', () => {
    const filter = (name: 'site' | 'url' | 'lang' | 'script' | 'country' | 'type', value: string) =>
      finds({ type: 'filter', name, value }, document);
    expect(filter('site', 'example.com')).toBe(true);
    expect(filter('site', 'https://www.Example.com/')).toBe(true);
    expect(filter('site', 'ample.com')).toBe(false);
    expect(filter('url', 'news.example.com/world')).toBe(true);
    expect(filter('url', 'news.example.com/sport')).toBe(false);
    expect(filter('lang', 'zh-CN')).toBe(true);
    expect(filter('lang', 'zh-TW')).toBe(false);
    expect(filter('script', 'hans')).toBe(true);
    expect(filter('country', 'cn')).toBe(true);
    expect(filter('type', 'video')).toBe(false);
  });

  test('NEAR counts two characters as one unit', () => {
    const near = (distance: number, ordered: boolean, left: Node, right: Node) =>
      finds({ type: 'near', ordered, distance, left, right }, article('补贴一二三四五六汽车'));
    expect(near(3, false, word('补贴'), word('汽车'))).toBe(true);
    expect(near(2, false, word('补贴'), word('汽车'))).toBe(false);
    expect(near(3, false, word('汽车'), word('补贴'))).toBe(true);
    expect(near(3, true, word('汽车'), word('补贴'))).toBe(false);
  });

  test('NEAR takes words joined by AND, OR and another NEAR, and refuses the rest', () => {
    const near = (left: Node, right: Node): Node => ({ type: 'near', ordered: false, distance: 5, left, right });
    expect(finds(near(or(word('汽车'), word('石油')), word('补贴')), document)).toBe(true);
    expect(finds(near(and(word('汽车'), word('企业')), word('补贴')), document)).toBe(true);
    expect(finds(near(near(word('汽车'), word('补贴')), word('企业')), document)).toBe(true);
    expect(problem(near(not(word('汽车')), word('补贴')))).toBe('near-operand');
    expect(problem(near({ type: 'filter', name: 'lang', value: 'zh' }, word('补贴')))).toBe('near-operand');
  });

  test('a loose phrase keeps its parts whole and in order', () => {
    const text = article('新能源汽车的补贴');
    expect(finds(phrase('新能源 补贴', 2), text)).toBe(true);
    expect(finds(phrase('补贴 新能源', 2), text)).toBe(false);
    expect(finds(phrase('新汽 补贴', 2), text)).toBe(false);
  });

  test('first, same and atleast', () => {
    expect(finds({ type: 'first', count: 3, item: word('补贴') }, document)).toBe(true);
    expect(finds({ type: 'first', count: 3, item: word('汽车') }, document)).toBe(false);
    expect(finds({ type: 'same', unit: 'sentence', item: and(word('汽车'), word('企业')) }, document)).toBe(true);
    expect(finds({ type: 'same', unit: 'sentence', item: and(word('出台'), word('企业')) }, document)).toBe(false);
    expect(finds({ type: 'same', unit: 'paragraph', item: and(word('出台'), word('企业')) }, document)).toBe(true);
    expect(finds({ type: 'same', unit: 'paragraph', item: and(word('出台'), word('申请')) }, document)).toBe(false);
    expect(finds({ type: 'atleast', count: 4, item: word('补贴') }, document)).toBe(true);
    expect(finds({ type: 'atleast', count: 5, item: word('补贴') }, document)).toBe(false);
    expect(finds({ type: 'atleast', count: 2, item: word('costs') }, article('cost costs', { language: 'en' }))).toBe(
      true,
    );
  });

  test('length in words', () => {
    expect(finds({ type: 'range', name: 'words', min: 10, max: 100 }, document)).toBe(true);
    expect(finds({ type: 'range', name: 'words', min: 100 }, document)).toBe(false);
  });

  test('an empty query matches everything', () => {
    expect(compiled(null)).toEqual({ type: 'all' });
  });
});

describe('dates', () => {
  const span = (node: Node, timeZone = 'Asia/Shanghai') => {
    const query = compiled(node, { timeZone });
    if (query.type !== 'published') throw new Error(query.type);
    return [query.from, query.to].map((instant) =>
      instant === undefined ? undefined : new Date(instant).toISOString().slice(0, 16),
    );
  };
  const shortcut = (name: DateShortcut): Node => ({ type: 'date', span: { kind: 'shortcut', shortcut: name } });

  test.each([
    ['today', '2026-11-20T16:00', '2026-11-21T16:00'],
    ['yesterday', '2026-11-19T16:00', '2026-11-20T16:00'],
    ['this-month', '2026-10-31T16:00', '2026-11-30T16:00'],
    ['last-month', '2026-09-30T16:00', '2026-10-31T16:00'],
    ['last-7-days', '2026-11-14T16:00', '2026-11-21T16:00'],
    ['last-30-days', '2026-10-22T16:00', '2026-11-21T16:00'],
    ['last-90-days', '2026-08-23T16:00', '2026-11-21T16:00'],
    ['last-1-year', '2025-11-21T16:00', '2026-11-21T16:00'],
    ['this-year', '2025-12-31T16:00', '2026-12-31T16:00'],
    ['last-year', '2024-12-31T16:00', '2025-12-31T16:00'],
  ] as const)('%s are calendar days of the reader', (name, from, to) => {
    expect(span(shortcut(name))).toEqual([from, to]);
  });

  test('both ends of a span are inclusive days', () => {
    expect(span({ type: 'date', span: { kind: 'between', from: '2026-11-01', to: '2026-11-07' } })).toEqual([
      '2026-10-31T16:00',
      '2026-11-07T16:00',
    ]);
    expect(span({ type: 'date', span: { kind: 'between', from: '2026-11-01' } })).toEqual([
      '2026-10-31T16:00',
      undefined,
    ]);
  });

  test('a day with a clock change has the length it has', () => {
    expect(
      span({ type: 'date', span: { kind: 'between', from: '2026-03-29', to: '2026-03-29' } }, 'Europe/Berlin'),
    ).toEqual(['2026-03-28T23:00', '2026-03-29T22:00']);
    expect(
      span({ type: 'date', span: { kind: 'between', from: '2026-09-06', to: '2026-09-06' } }, 'America/Santiago'),
    ).toEqual(['2026-09-06T04:00', '2026-09-07T03:00']);
  });

  test('periods go back from now', () => {
    expect(span({ type: 'date', span: { kind: 'period', period: 'PT12H' } })[0]).toBe('2026-11-20T15:00');
    expect(span({ type: 'date', span: { kind: 'period', period: 'P7D' } })[0]).toBe('2026-11-14T03:00');
    expect(span({ type: 'date', span: { kind: 'period', period: 'P9M' } })[0]).toBe('2026-02-21T03:00');
  });

  test('days and periods that do not exist are refused', () => {
    for (const from of ['2026-02-30', '2026-13-01', 'soon'])
      expect(problem({ type: 'date', span: { kind: 'between', from } })).toBe('bad-date');
    for (const period of ['P', 'PT', '7D', 'P1H'])
      expect(problem({ type: 'date', span: { kind: 'period', period } })).toBe('bad-date');
  });
});

describe('what the caller decides', () => {
  test('conditions on the member need one; rules cannot know them', () => {
    const unread: Node = { type: 'filter', name: 'is', value: 'unread' };
    const sources: Node = { type: 'range', name: 'sources', min: 3 };
    expect(problem(unread)).toBe('sign-in-needed');
    expect(compiled(unread, { memberArticles: () => new Set([7]) })).toEqual({ type: 'ids', ids: new Set([7]) });
    expect(compiled(sources)).toEqual({ type: 'sources', min: 3 });
    expect(compiled({ type: 'filter', name: 'is', value: 'first' })).toEqual({ type: 'first-report' });
    for (const node of [unread, sources]) expect(problem(node, { isRule: true })).toBe('not-in-rules');
  });

  test('saved searches are put in; unknown ones, rings and deep nests are refused', () => {
    const searches = new Map<string, Query>([
      ['cars', { root: word('汽车') }],
      ['ring', { root: { type: 'saved', name: 'ring' } }],
      ...[0, 1, 2, 3, 4, 5, 6].map((n): [string, Query] => [`n${n}`, { root: { type: 'saved', name: `n${n + 1}` } }]),
    ]);
    const savedSearch = (name: string) => {
      const query = searches.get(name);
      return query && { query };
    };
    const more = { savedSearch };
    expect(finds({ type: 'saved', name: 'cars' }, article('新能源汽车'), more)).toBe(true);
    expect(problem({ type: 'saved', name: 'none' }, more)).toBe('saved-search-unknown');
    expect(problem({ type: 'saved', name: 'ring' }, more)).toBe('saved-search-cycle');
    expect(problem({ type: 'saved', name: 'n0' }, more)).toBe('saved-search-too-deep');
    expect(problem({ type: 'saved', name: 'cars' })).toBe('sign-in-needed');
  });

  test('a word of punctuation only is refused, not dropped', () => {
    expect(problem(and(word('汽车'), word('——')))).toBe('not-searchable');
  });

  test('words under NOT are not for highlighting', () => {
    const result = compileQuery({ root: and(word('汽车'), not(word('石油')), phrase('新能源')) }, context);
    expect(result).toMatchObject({ ok: true, highlights: ['汽车', '新能源'] });
  });
});

describe('any query', () => {
  const text = fc.oneof(
    fc.constantFrom('补贴', '汽', '新能源汽车', 'run', 'running', 'iPhone17发', '会計', 'c++', '정부'),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const { node } = fc.letrec<{ node: Node }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text.map(word),
      fc.record({ type: fc.constant('phrase' as const), text, slop: fc.nat(4) }),
      text.map((prefix): Node => ({ type: 'prefix', text: prefix })),
      fc.constantFrom<Node>(
        { type: 'filter', name: 'lang', value: 'zh' },
        { type: 'filter', name: 'site', value: 'example.com' },
        { type: 'date', span: { kind: 'shortcut', shortcut: 'today' } },
        { type: 'range', name: 'words', min: 5 },
      ),
      fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((items): Node => ({ type: 'and', items })),
      fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((items): Node => ({ type: 'or', items })),
      tie('node').map(not),
      fc
        .tuple(fc.constantFrom('title' as const, 'text' as const, 'topic' as const), tie('node'))
        .map(([field, item]): Node => ({ type: 'field', field, item })),
      fc
        .tuple(fc.nat(6), fc.boolean(), tie('node'), tie('node'))
        .map(([distance, ordered, left, right]): Node => ({ type: 'near', ordered, distance, left, right })),
      fc.tuple(fc.nat(20), tie('node')).map(([count, item]): Node => ({ type: 'first', count, item })),
      fc
        .tuple(fc.constantFrom('sentence' as const, 'paragraph' as const), tie('node'))
        .map(([unit, item]): Node => ({ type: 'same', unit, item })),
      fc.tuple(fc.nat(3), tie('node')).map(([count, item]): Node => ({ type: 'atleast', count, item })),
    ),
  }));
  const documents = [
    article('补贴政策出台。新能源汽车的补贴将延长。\n\n苹果iPhone17发布', { title: '汽车' }),
    article('She runs and is running. C++ helps! The run is over.', { language: 'en', title: 'Run' }),
    article('정부는 発表 会計、run', { language: 'ja' }),
  ];

  test('compiles to an answer or a problem, never to an error, and means the opposite under NOT', () => {
    fc.assert(
      fc.property(node, (root) => {
        const result = compileQuery({ root }, context);
        const opposite = compileQuery({ root: not(root) }, context);
        expect(opposite.ok).toBe(result.ok);
        if (!result.ok || !opposite.ok) return;
        for (const document of documents)
          expect(matches(opposite.query, document)).toBe(!matches(result.query, document));
      }),
      { numRuns: 3000 },
    );
  });

  test('every match brings an anchor’s key with its guard, and where that is said to be enough it is', () => {
    const brings = (document: TokenDocument, keys: readonly string[], fields: readonly ('title' | 'author')[]) => {
      const wanted = createKeyMap();
      for (const key of keys) wanted.set(key, 1);
      const { title, body, author, tag, terms } = document;
      const read = { title: [title, body], author: [author, tag] };
      return (
        terms.some((term) => wanted.get(term) !== 0) ||
        fields.some((field) => read[field].some((tokens) => wanted.valuesIn(tokens).length > 0))
      );
    };
    fc.assert(
      fc.property(node, (root) => {
        const result = compileQuery({ root }, context);
        if (!result.ok) return;
        const anchors = anchorsOf(result.query);
        if (anchors === undefined) return;
        for (const document of documents) {
          const isMatch = matches(result.query, document);
          const isBrought = anchors.map(({ key, guard }) =>
            [[key], ...(guard ? [guard] : [])].every((keys) => brings(document, keys, ['title', 'author'])),
          );
          if (isMatch) expect(isBrought).toContain(true);
          for (const { key, guard, isEnough } of anchors) {
            if (!isEnough || isMatch) continue;
            const isProven = [[key], ...(guard ? [guard] : [])].every((keys) => brings(document, keys, ['title']));
            expect(isProven, key).toBe(false);
          }
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe('regular expressions', () => {
  const pattern = (text: string): Node => ({ type: 'pattern', text });
  const asRule = { isRule: true };

  test('are for rules only', () => {
    expect(problem(pattern('补贴.*取消'))).toBe('only-in-rules');
    expect(problem(pattern('补贴.*取消'), asRule)).toBeUndefined();
    const savedSearch = () => ({ query: { root: pattern('补贴.*取消') } });
    expect(problem({ type: 'saved', name: 'x' }, { savedSearch })).toBe('only-in-rules');
    expect(problem({ type: 'saved', name: 'x' }, { savedSearch, ...asRule })).toBeUndefined();
  });

  test('need a text that is left after folding', () => {
    expect(problem(pattern('\u0640\u0640\u0640'), asRule)).toBe('pattern-no-text');
  });

  test('read the field they stand in, and a word may stop in the middle', () => {
    const document = article('新能源補貼明年取消', { title: 'ChatGPT-5', author: 'Ann Editor', tags: ['smartphones'] });
    const holds = (root: Node) => finds(root, document, asRule);
    expect(holds(pattern('gpt-\\d'))).toBe(true);
    expect(holds({ type: 'field', field: 'text', item: pattern('gpt-\\d') })).toBe(false);
    expect(holds({ type: 'field', field: 'title', item: pattern('gpt-\\d$') })).toBe(true);
    expect(holds({ type: 'field', field: 'author', item: pattern('^ann edit') })).toBe(true);
    expect(holds({ type: 'field', field: 'topic', item: pattern('smart ?phone') })).toBe(true);
    expect(holds(and(pattern('补贴.{2}取消'), not(pattern('补贴.{9}'))))).toBe(true);
  });

  test('are filed under the texts they cannot do without, beside a rarer word', () => {
    const anchors = (root: Node) => anchorsOf(compiled(root, asRule));
    expect(anchors(pattern('colou?rs'))).toEqual([
      { key: '~colors', isEnough: false },
      { key: '~colours', isEnough: false },
    ]);
    expect(anchors(and(pattern('补贴.*取消'), phrase('photovoltaic')))).toMatchObject([
      { key: 'photovoltaic', isEnough: false },
    ]);
  });
});

describe('anchorsOf', () => {
  const keys = (root: Node) => anchorsOf(compiled(root))?.map(({ key }) => key);

  test('a conjunction is filed under its rarer part with the next as guard, a choice under all parts', () => {
    const filed = anchorsOf(compiled(and(word('的'), word('钛合'), { type: 'filter', name: 'lang', value: 'zh' })));
    expect(filed).toEqual([
      { key: '钛合', guard: ['的*'], isEnough: false },
      { key: '鈦合', guard: ['的*'], isEnough: false },
    ]);
    expect(keys(or(phrase('run'), word('年'), { type: 'filter', name: 'site', value: 'example.com' }))).toEqual([
      'run',
      '年*',
      'site:example.com',
    ]);
  });

  test('two words anywhere, and a stem in its language, leave nothing to be decided', () => {
    expect(anchorsOf(compiled(and(word('钛合'), phrase('harbour'))))).toEqual([
      { key: 'harbour', guard: ['钛合', '鈦合'], isEnough: true },
    ]);
    expect(anchorsOf(compiled(word('subsidies'), { languages: ['en'] }))).toEqual([
      { key: 'subsidies', isEnough: true },
      { key: 'subsidi', guard: ['lang:en'], isEnough: true },
      { key: '=subsidi', guard: ['lang:en'], isEnough: true },
    ]);
  });

  test('a phrase is one key unless it has gaps; in one field only it has to be looked at', () => {
    expect(anchorsOf(compiled(phrase('the new harbour')))).toEqual([{ key: 'the new harbour', isEnough: true }]);
    expect(anchorsOf(compiled(phrase('the new harbour', 2)))).toEqual([{ key: 'harbour', isEnough: false }]);
    expect(anchorsOf(compiled({ type: 'prefix', text: 'new harb' }))).toEqual([{ key: 'harb*', isEnough: false }]);
    expect(anchorsOf(compiled({ type: 'prefix', text: 'harb' }))).toEqual([{ key: 'harb*', isEnough: true }]);
    const inTitle = anchorsOf(compiled({ type: 'field', field: 'title', item: phrase('new harbour') }));
    expect(inTitle).toEqual([{ key: 'new harbour', isEnough: false }]);
  });

  test('nothing is necessary for a negation or a date, and only a term for a filter', () => {
    expect(keys(not(word('石油')))).toBeUndefined();
    expect(keys(or(word('石油'), { type: 'range', name: 'words', min: 3 }))).toBeUndefined();
    expect(keys({ type: 'filter', name: 'lang', value: 'ja' })).toEqual(['lang:ja']);
  });
});
