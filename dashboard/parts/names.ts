/** Names of languages, scripts and countries in the reader's language, from the browser's own data. */

const names = new Map<string, Intl.DisplayNames>();

function namesOf(type: 'language' | 'script' | 'region', reader: string): Intl.DisplayNames {
  const key = `${type} ${reader}`;
  const known = names.get(key);
  if (known) return known;
  const made = new Intl.DisplayNames(reader, { type, fallback: 'code', languageDisplay: 'standard' });
  names.set(key, made);
  return made;
}

function nameOf(type: 'language' | 'script' | 'region', code: string, reader: string): string {
  try {
    return namesOf(type, reader).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Empty for a language nobody could tell. Chinese is named with its script where that is known. */
export function languageName(language: string, script: string, reader: string): string {
  if (language === '' || language === 'und') return '';
  if (language === 'zh' && (script === 'Hans' || script === 'Hant')) {
    const dialect = new Intl.DisplayNames(reader, { type: 'language', languageDisplay: 'dialect', fallback: 'code' });
    return dialect.of(`zh-${script}`) ?? language;
  }
  return nameOf('language', language, reader);
}

export function scriptName(script: string, reader: string): string {
  return nameOf('script', script, reader);
}

export function countryName(country: string, reader: string): string {
  return nameOf('region', country.toUpperCase(), reader);
}

/** The columns of the front page. */
const frontLanguages = ['zh', 'en', 'ja', 'ko', 'es', 'fr', 'de', 'ru', 'ar'];
const otherLanguages = 'bn cs da el fa fi he hi hu id it nb nl pl pt ro sv th tr uk vi'.split(' ');

/** The languages of the front page, the reader's own first. */
export function frontLanguagesFor(reader: string): string[] {
  return ownFirst(frontLanguages, reader);
}

/** Offered wherever a reader chooses a language of news, the reader's own first. */
export function newsLanguagesFor(reader: string): string[] {
  return ownFirst([...frontLanguages, ...otherLanguages], reader);
}

function ownFirst(languages: readonly string[], reader: string): string[] {
  const own = reader.split('-')[0] ?? '';
  return [own, ...languages.filter((language) => language !== own)];
}

/** Offered where a reader chooses how news is written, by how much of it there is. */
export const newsScripts: readonly string[] = 'Hans Hant Latn Jpan Kore Cyrl Arab Deva Thai Grek Hebr Beng'.split(' ');

const countries =
  'AE AR AT AU BD BE BR CA CH CL CN CO CZ DE DK EG ES FI FR GB GR HK HU ID IE IL IN IR IT JP KE KR MO MX MY NG NL NO NZ PE PH PK PL PT RO RU SA SE SG TH TR TW UA US VN ZA';

/** In the order of their names in the reader's language. */
export function newsCountriesFor(reader: string): string[] {
  const { compare } = new Intl.Collator(reader);
  return countries.split(' ').sort((one, other) => compare(countryName(one, reader), countryName(other, reader)));
}
