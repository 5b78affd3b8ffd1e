/** Suffixes under which anybody may register a name; a hand-kept part of the public suffix list that covers news sites. */

const GENERIC = ['com', 'net', 'org', 'gov', 'edu'];

/** Second-level labels that are suffixes under a country's top-level domain. */
const SECOND_LEVEL: Record<string, readonly string[]> = {
  ae: [...GENERIC, 'co', 'ac'],
  ar: [...GENERIC, 'gob', 'int', 'mil', 'tur'],
  au: [...GENERIC, 'id', 'asn'],
  bd: [...GENERIC, 'ac'],
  bo: GENERIC,
  br: [...GENERIC, 'art', 'blog', 'jor', 'jus', 'leg', 'mil', 'tv', 'wiki'],
  cn: [...GENERIC, 'ac', 'mil', 'bj', 'sh', 'tj', 'cq', 'gd', 'js', 'zj', 'sd', 'hb', 'hn', 'sc', 'fj'],
  co: [...GENERIC, 'nom'],
  cr: ['co', 'ac', 'go', 'or', 'fi'],
  cy: [...GENERIC, 'ac'],
  ec: [...GENERIC, 'gob', 'fin'],
  eg: GENERIC,
  gh: GENERIC,
  gt: [...GENERIC, 'gob'],
  hk: [...GENERIC, 'idv'],
  hu: ['co', 'info', 'org'],
  id: ['co', 'ac', 'go', 'or', 'web', 'net', 'sch', 'my'],
  il: ['co', 'ac', 'org', 'net', 'gov', 'muni', 'k12'],
  in: [...GENERIC, 'co', 'ac', 'firm', 'gen', 'ind', 'nic', 'res'],
  ir: ['co', 'ac', 'gov', 'net', 'org', 'sch'],
  jp: ['co', 'or', 'ne', 'ac', 'ad', 'ed', 'go', 'gr', 'lg'],
  ke: ['co', 'ac', 'go', 'or', 'ne', 'info'],
  kh: GENERIC,
  kr: ['co', 'or', 'ne', 'ac', 'go', 're', 'pe', 'hs'],
  kw: GENERIC,
  lb: GENERIC,
  lk: [...GENERIC, 'ac'],
  ma: ['co', 'ac', 'gov', 'net', 'org', 'press'],
  mm: GENERIC,
  mo: GENERIC,
  mt: GENERIC,
  mx: [...GENERIC, 'gob'],
  my: [...GENERIC, 'mil', 'name'],
  ng: [...GENERIC, 'mil'],
  ni: [...GENERIC, 'gob'],
  np: GENERIC,
  nz: ['co', 'ac', 'govt', 'net', 'org', 'school', 'maori', 'geek', 'gen', 'iwi'],
  om: [...GENERIC, 'co'],
  pa: [...GENERIC, 'gob'],
  pe: [...GENERIC, 'gob', 'nom'],
  ph: GENERIC,
  pk: [...GENERIC, 'gob', 'gok', 'web'],
  pl: [...GENERIC, 'info', 'waw'],
  pt: GENERIC,
  py: GENERIC,
  qa: GENERIC,
  ro: ['com', 'org', 'info'],
  rs: ['co', 'ac', 'edu', 'gov', 'in', 'org'],
  ru: ['com', 'org', 'net', 'msk', 'spb'],
  sa: GENERIC,
  sg: [...GENERIC, 'per'],
  sv: [...GENERIC, 'gob'],
  th: ['co', 'ac', 'go', 'in', 'mi', 'net', 'or'],
  tr: [...GENERIC, 'av', 'bel', 'gen', 'info', 'k12', 'mil', 'web'],
  tw: [...GENERIC, 'idv', 'mil', 'game', 'club', 'ebiz'],
  ua: [...GENERIC, 'in', 'kiev', 'kyiv', 'lviv', 'od', 'kh', 'dp'],
  ug: ['co', 'ac', 'go', 'or', 'ne', 'com', 'org'],
  uk: ['co', 'org', 'gov', 'ac', 'me', 'ltd', 'plc', 'net', 'sch', 'nhs', 'police', 'mod'],
  uy: [...GENERIC, 'gub'],
  ve: [...GENERIC, 'co', 'gob', 'info', 'web'],
  vn: [...GENERIC, 'ac', 'info'],
  za: ['co', 'ac', 'gov', 'net', 'org', 'web', 'edu'],
};

/** Hosts that give each user a name of his own: two such names are two sites. */
const HOSTING = new Set(
  (
    'blogspot.com wordpress.com substack.com tumblr.com livejournal.com typepad.com ghost.io medium.com ' +
    'github.io gitlab.io netlify.app vercel.app pages.dev web.app firebaseapp.com herokuapp.com fly.dev ' +
    'hatenablog.com hatenablog.jp hateblo.jp fc2.com tistory.com lofter.com jimdo.com weebly.com bearblog.dev'
  ).split(' '),
);

const SECOND_LEVEL_SETS = new Map(Object.entries(SECOND_LEVEL).map(([tld, labels]) => [tld, new Set(labels)]));

/** The registrable domain of a host name in lower case; an IP address or a bare name comes back as it is. */
export function registrableDomain(host: string): string {
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return host;
  const labels = host.replace(/\.$/, '').split('.');
  const [second, top] = labels.slice(-2);
  if (labels.length <= 2 || second === undefined || top === undefined) return labels.join('.');
  const isLongSuffix = SECOND_LEVEL_SETS.get(top)?.has(second) || HOSTING.has(`${second}.${top}`);
  return labels.slice(isLongSuffix ? -3 : -2).join('.');
}
