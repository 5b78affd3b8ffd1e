/**
 * Which language and script a text is in. The script decides first; inside Latin, Cyrillic, Arabic and Devanagari an n-gram
 * model votes, corrected by letters and words that only one of two close languages has. A source's usual language and the
 * page's `lang` are votes among others, never the answer.
 */
import { countChineseOnly, countScripts, scriptVote } from './han.ts';
import { scoreLanguages } from './language-model.ts';
import { countLetters, type Script } from './scripts.ts';

export interface LanguagePrior {
  /** What the source usually writes: BCP 47 tag. */
  language?: string;
  /** ISO 15924. */
  script?: string;
  /** The page's or feed's own `lang`. */
  htmlLang?: string;
}

export interface DetectedLanguage {
  /** BCP 47 primary tag, or `und` where the confidence is below {@link CONFIDENCE_MIN}. */
  language: string;
  /** ISO 15924: Hans, Hant, Jpan, Kore, Latn, Cyrl … */
  script?: string;
  /** 0 to 1. */
  confidence: number;
}

export const CONFIDENCE_MIN = 0.6;
const SAMPLE_LENGTH = 1200;
const UNDETERMINED = 'und';

const LANGUAGE_OF_SCRIPT: Partial<Record<Script, string>> = {
  Grek: 'el',
  Armn: 'hy',
  Hebr: 'he',
  Beng: 'bn',
  Guru: 'pa',
  Gujr: 'gu',
  Orya: 'or',
  Taml: 'ta',
  Telu: 'te',
  Knda: 'kn',
  Mlym: 'ml',
  Sinh: 'si',
  Thai: 'th',
  Laoo: 'lo',
  Tibt: 'bo',
  Mymr: 'my',
  Geor: 'ka',
  Ethi: 'am',
  Khmr: 'km',
  Mong: 'mn',
};

/** What the model can answer, by script; everything else it knows is Latin. */
const MODEL_SCRIPTS: Record<string, Script> = {
  ...{ be: 'Cyrl', bg: 'Cyrl', ru: 'Cyrl', sr: 'Cyrl', uk: 'Cyrl', ar: 'Arab', fa: 'Arab', ku: 'Arab', ur: 'Arab' },
  ...{ hi: 'Deva', mr: 'Deva' },
};
const MODEL_LATIN = new Set(
  'az ca cs da de en es et eu fi fr hr hu is it lt lv ms nl no pl pt ro sk sl sq sv tl tr vi yo'.split(' '),
);

/** Han characters of Japanese use only: neither Simplified nor Traditional Chinese writes them. */
const ONLY_JAPANESE = new Set(
  '両乗亀亜仏仮伝価倹円処剣剤剰労効勅勧勲単厳収営噛団囲図圏圧塁塩増壊壌壱売変奨嬢実寛対専尭巌巣帯帰庁広廃弐弾従徳徴応恵悩悪懐戦戻払抜択拝拠拡挙挿捜掲揺摂撃撹斉斎暁暦桜桟検楽様権歓歩歯歳歴毎気沢浄浜渇済渉渋渓満滝瀬焼犠猟獣畳発県砕稲穂穏穣竜粋粛経絵継続総縁縄縦繊聴脳臓艶荘蔵薫薬蛍褒覇覚覧観訳読譲賛転軽辺逓遅郷酔醸釈鉄鉱銭鋳錬関闘陥険隠雑霊頼顕駅駆騒験髄鴎鶏黒黙齢働込峠辻畑榊匂枠塀搾腺栃凪雫噺躾麿',
);

const primary = (tag: string | undefined): string | undefined => {
  const language = tag?.toLowerCase().split(/[-_]/)[0];
  return language === 'nb' || language === 'nn' ? 'no' : language === 'in' ? 'id' : language === 'iw' ? 'he' : language;
};

function votesOf(prior: LanguagePrior): string[] {
  return [primary(prior.language), primary(prior.htmlLang)].filter(
    (vote) => vote !== undefined && vote !== '' && vote !== UNDETERMINED,
  ) as string[];
}

/** `text` is best the title and some 300 characters of body. Never throws. */
export function detectLanguage(text: string, prior: LanguagePrior = {}): DetectedLanguage {
  const sample = text.slice(0, SAMPLE_LENGTH).replace(/(?:https?:\/\/|www\.|[@#&])\S{1,300}/g, ' ');
  const letters = countLetters(sample);
  const count = (script: Script) => letters.get(script) ?? 0;
  const eastAsian = count('Hani') + count('Kana') + count('Hang');
  let script: Script | undefined;
  let most = 0;
  for (const [candidate, letterCount] of letters) {
    if (candidate === 'Hani' || candidate === 'Kana' || candidate === 'Hang') continue;
    // Foreign names stand in Latin letters inside all scripts, seldom the other way round.
    const weight = candidate === 'Latn' ? letterCount : letterCount * 2;
    if (weight <= most) continue;
    script = candidate;
    most = weight;
  }
  // A Han character carries about a word; product names in Latin letters often outnumber them.
  if (eastAsian > 0 && eastAsian * 3 >= most)
    return detectEastAsian(sample, count('Hani'), count('Kana'), count('Hang'), prior);
  if (script === undefined) return { language: UNDETERMINED, confidence: 0 };
  const total = [...letters.values()].reduce((sum, letterCount) => sum + letterCount, 0);
  const inScript = letters.get(script) ?? 0;
  const only = LANGUAGE_OF_SCRIPT[script];
  if (only !== undefined)
    return {
      language: languageOfScript(script, only, sample, votesOf(prior)),
      script,
      confidence: 0.5 + inScript / total / 2,
    };
  return detectByModel(sample, script, inScript, votesOf(prior));
}

function languageOfScript(script: Script, usual: string, sample: string, votes: string[]): string {
  if (script === 'Hebr') return /[ײױװ]|\p{L}אַ/u.test(sample) || votes.includes('yi') ? 'yi' : usual;
  if (script === 'Beng') return /[ৰৱ]/.test(sample) ? 'as' : usual;
  if (script === 'Ethi') return votes.includes('ti') ? 'ti' : usual;
  return usual;
}

function detectEastAsian(
  sample: string,
  han: number,
  kana: number,
  hangul: number,
  prior: LanguagePrior,
): DetectedLanguage {
  if (hangul > 0 && hangul * 2 >= han + kana)
    return { language: 'ko', script: 'Kore', confidence: hangul / (hangul + kana + han / 2) };
  const chineseOnly = countChineseOnly(sample);
  // A stray の in a Chinese headline is decoration; Japanese prose has kana in every clause.
  const isDecorated = kana > 0 && kana * 8 < han && chineseOnly > kana;
  if (kana > 0 && !isDecorated)
    return { language: 'ja', script: 'Jpan', confidence: Math.min(1, 0.7 + kana / (kana + han)) };
  const votes = votesOf(prior);
  let japanese = 0;
  for (const character of sample) if (ONLY_JAPANESE.has(character)) japanese++;
  if (chineseOnly === 0 && kana === 0 && (japanese > 0 || votes[0] === 'ja'))
    return { language: 'ja', script: 'Jpan', confidence: 0.8 };
  const script = scriptVote(sample) ?? usualHanScript(prior);
  const { simplified, traditional } = countScripts(sample);
  const confidence = simplified + traditional > 0 ? 0.98 : 0.8;
  return script === undefined ? { language: 'zh', confidence } : { language: 'zh', script, confidence };
}

function usualHanScript(prior: LanguagePrior): 'Hans' | 'Hant' | undefined {
  if (prior.script === 'Hans' || prior.script === 'Hant') return prior.script;
  for (const tag of [prior.language, prior.htmlLang]) {
    if (tag === undefined || primary(tag) !== 'zh') continue;
    if (/hant|tw|hk|mo/i.test(tag)) return 'Hant';
    if (/hans|cn|sg|my/i.test(tag)) return 'Hans';
  }
  return undefined;
}

const VOTE_BONUS = 0.03;
/** Where two languages score alike, the one that is written far more often. */
const COMMON_BONUS: Record<string, number> = { ru: 0.03, hi: 0.03, en: 0.005 };

function detectByModel(sample: string, script: Script, letters: number, votes: string[]): DetectedLanguage {
  const certain = languageByLetters(sample, script);
  if (certain !== undefined) return { language: certain, script, confidence: 0.95 };
  const impossible = impossibleByLetters(sample, script);
  const scores = scoreLanguages(sample)
    .filter(([language]) => isOfScript(language, script) && !impossible.includes(language))
    .map(([language, score]): [string, number] => [
      language,
      score + (COMMON_BONUS[language] ?? 0) + (votes.includes(nameOf(language, votes)) ? VOTE_BONUS : 0),
    ])
    .sort((a, b) => b[1] - a[1]);
  const [best, second] = scores;
  const foreign = votes.find((vote) => !isOfScript(vote, script) && isPlausible(vote, script));
  if (best === undefined)
    return undeterminedOr(
      votes.find((vote) => isPlausible(vote, script)),
      script,
      0,
    );
  const margin = (best[1] - (second?.[1] ?? 0)) / best[1];
  // The scores are means per n-gram, so the same margin says more the longer the text.
  const certainty = 1 - 0.5 * Math.exp(-6.5 * margin * Math.sqrt(letters));
  let confidence = Math.min(1, best[1] / TYPICAL_SCORE) * certainty;
  const language = closeRelative(best[0], sample, votes);
  if (votes.includes(language)) confidence = 1 - (1 - confidence) / 2;
  if (foreign !== undefined && confidence < 0.85) return undeterminedOr(foreign, script, confidence);
  return confidence < CONFIDENCE_MIN ? undeterminedOr(undefined, script, confidence) : { language, script, confidence };
}

/** Scores of right answers lie around .8 in every language of the model. */
const TYPICAL_SCORE = 0.77;

function undeterminedOr(vote: string | undefined, script: Script, confidence: number): DetectedLanguage {
  if (vote === undefined) return { language: UNDETERMINED, script, confidence };
  return { language: vote, script, confidence: CONFIDENCE_MIN };
}

const isOfScript = (language: string, script: Script) =>
  MODEL_LATIN.has(language) ? script === 'Latn' : MODEL_SCRIPTS[language] === script;

const nameOf = (language: string, votes: string[]) => (language === 'ms' && votes.includes('id') ? 'id' : language);

const PLAUSIBLE: Partial<Record<Script, string>> = {
  Cyrl: 'be bg ru sr uk mk kk ky mn tt uz tg',
  Arab: 'ar fa ur ku ckb ps sd ug',
  Deva: 'hi mr ne sa',
};
const NEVER_LATIN = new Set(
  'zh ja ko ru uk bg be mk kk mn ar fa ur he hi bn th el ka hy ta te kn ml gu pa si km lo my am'.split(' '),
);

/** Whether a source said to write `language` could have written this script. */
function isPlausible(language: string, script: Script): boolean {
  if (script === 'Latn') return !NEVER_LATIN.has(language) && /^[a-z]{2,3}$/.test(language);
  return PLAUSIBLE[script]?.split(' ').includes(language) ?? false;
}

const has = (sample: string, letters: RegExp, least = 1) => (sample.match(letters)?.length ?? 0) >= least;

/** Letters that one language of the script owns. Two of them, so that a foreign name decides nothing. */
function languageByLetters(sample: string, script: Script): string | undefined {
  if (script === 'Cyrl') {
    if (has(sample, /[қғұһ]/gi, 2)) return 'kk';
    if (has(sample, /[ѓќѕ]/gi, 2)) return 'mk';
    if (has(sample, /[їєґ]/gi, 2) && !has(sample, /[ыэў]/gi, 2)) return 'uk';
    if (has(sample, /ў/gi, 2)) return 'be';
    if (has(sample, /[ђћј]/gi, 2)) return 'sr';
    if (has(sample, /[өү]/gi, 2)) return has(sample, /ң/gi) ? 'ky' : 'mn';
  }
  if (script === 'Arab') {
    if (has(sample, /[ٹڈڑےں]/g, 2)) return 'ur';
    if (has(sample, /[ۇۈېۋ]/g, 2)) return 'ug';
  }
  if (script === 'Deva') return devanagariByWords(sample);
  return undefined;
}

function impossibleByLetters(sample: string, script: Script): string[] {
  if (script !== 'Cyrl') return [];
  const impossible: string[] = [];
  if (has(sample, /[ыэё]/gi)) impossible.push('uk', 'bg', 'sr');
  if (has(sample, /[іїєґ]/gi)) impossible.push('ru', 'bg', 'sr');
  if (has(sample, /[йщьюя]/gi)) impossible.push('sr');
  if (has(sample, /[ищ]/gi)) impossible.push('be');
  return impossible;
}

const HINDI = new Set('है हैं था थी थे का की के में से को और ने पर यह वह नहीं लिए गया गई हो कर करते'.split(' '));
const MARATHI = new Set('आहे आहेत आणि होते होता होती नाही नाहीत हे ही हा या व तर मध्ये केले केली असे त्या झाली झाले'.split(' '));
const NEPALI = new Set('छ छन् र हो थियो थिए गर्न गरेको भएको लागि पनि मा यो हुन् गर्ने भने तथा'.split(' '));

function devanagariByWords(sample: string): string | undefined {
  const words = sample.split(/[^\p{L}\p{M}]+/u);
  const scores: [string, number][] = [
    ['hi', words.filter((word) => HINDI.has(word)).length],
    ['mr', words.filter((word) => MARATHI.has(word) || word.includes('ळ') || /च्या$|ाचे$|ाची$/.test(word)).length],
    ['ne', words.filter((word) => NEPALI.has(word) || /हरू|को$|लाई$/.test(word)).length],
  ];
  scores.sort((a, b) => b[1] - a[1]);
  const [best, second] = scores;
  return best !== undefined && second !== undefined && best[1] > second[1] ? best[0] : undefined;
}

/** The model has no Indonesian and gives it as Malay; few words separate the two, all of them common. */
const INDONESIAN =
  /\b(?:bahwa|karena|saat|saja|lainnya|sebagian|disebut|pemerintah|partai|penelitian|ilmuwan|hewan|pajak|uang|mobil|kantor|kota|polisi|presiden|perusahaan|bisa|berbeda|mencoba|umur|agustus|maret|juni|juli|provinsi|rumah sakit|universitas|kualitas|aktivitas|televisi|populer|eropa|inggris|perancis|jerman|spanyol|butuh|kepolisian|sepak bola|warga|lokasi|hal|terus|mulai|tujuan|tengah)\b/g;
const MALAY =
  /\b(?:bahawa|kerana|boleh|ialah|iaitu|beliau|kerajaan|bahagian|apabila|semasa|selepas|bandar|haiwan|saintis|syarikat|berbeza|cuba|wang|kereta|pejabat|polis|negeri|sahaja|kanak-kanak|tiada|pelbagai|salji|stesen|tentera|ogos|mac|jun|julai|universiti|kualiti|aktiviti|televisyen|popular|eropah|lelaki|awak|telefon|hospital|kes|cukai|parti|menteri|datuk|terbaru|perlawanan|lawatan|nombor|filem|semula|perkara|kawasan|sekiranya|manakala|ketika itu|mahupun)\b/g;

function closeRelative(language: string, sample: string, votes: string[]): string {
  if (language !== 'ms') return language;
  const lower = sample.toLowerCase();
  const count = (words: RegExp) => lower.match(words)?.length ?? 0;
  const balance = count(INDONESIAN) - count(MALAY);
  if (balance !== 0) return balance >= 0 ? 'id' : 'ms';
  return votes.includes('ms') && !votes.includes('id') ? 'ms' : 'id';
}
