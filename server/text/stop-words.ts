/** The small words that only glue others together, and the language they give away. */
import { normalise } from './normalise.ts';

const STOP_WORDS: Record<string, string> = {
  zh: '的 了 和 是 在 有 与 及 或 对 于 等 为 将 被 把 从 到 向 以 就 也 都 而 但 并 不 没 没有 这 那 这个 那个 一个 一些 我 你 他 她 它 我们 你们 他们 自己 之 其 该 此 个 们 上 下 中 里 后 前 时 又 还 很 更 最 让 给 由 因 因为 所以 如果 可以 可能 已 已经 正在 进行 表示 指出 认为 以及 通过 其中 目前 同时 需要 来 去 说 要 会 能 着 地 得 吗 呢 吧 啊 什么 怎么 如何 多 年 月 日',
  ja: 'の に は を が と で も て た し な へ や れ い さ から まで より こと もの ため よう これ それ あれ この その する した して いる いた ある あった なる なった ない です ます ました という として について における れる られる など だ か ね よ',
  ko: '이 그 저 것 수 등 및 또 또는 더 안 못 한 할 하는 있다 있는 없다 했다 한다 된다 되는 위해 대한 통해 따라 이번 지난 오는 등을 것으로 것이다 있다고 그리고 그러나 하지만',
  en: 'a about after all also am an and any are as at be because been before being both but by can could did do does doing down during each few for from further had has have having he her here hers him his how i if in into is it its just me more most my no nor not now of off on once only or other our out over own per said same say says she should so some such than that the their them then there these they this those through to too under until up us very was we were what when where which while who whom why will with would you your s t don didn',
  de: 'aber als am an auch auf aus bei bin bis da das dass dem den der des die dies diese dieser durch ein eine einem einen einer er es für gegen hat haben hatte ich ihr im in ist ja kann kein mehr mit muss nach nicht noch nun nur ob oder ohne sei sein seine sich sie sind so über um und uns unter vom von vor war waren was wenn werden wie wieder will wir wird wurde zu zum zur',
  fr: 'a à au aux avec c ce ces cet cette d dans de des du elle en entre est et été être eu fait il ils j je l la le les leur lui m mais me même n ne nous on ont ou où par pas plus pour qu que qui s sa sans se selon ses si son sont sous sur t te tout très tu un une vous y',
  es: 'a al algo ante como con contra cual cuando de del desde donde dos el ella en entre era es esta está este esto fue ha han hasta hay la las le lo los más me mi muy no nos o para pero por porque que qué quien se según ser si sin sobre son su sus también tras un una uno y ya',
  pt: 'a à ao aos as às até com como da das de do dos e é ela ele em entre era essa esse esta está este eu foi há isso já lhe mais mas me mesmo na nas não no nos o os ou para pela pelo por quando que se sem ser seu sua são só também tem um uma',
  it: 'a ad ai al alla alle anche che chi ci come con cui da dal dalla dei del della delle di dopo e è ed era fra gli ha hanno i il in io la le lo ma mi nel nella no non o per perché più quale quando questa questo se sei si sia sono su sua sue sul sulla suo tra un una uno',
  ru: 'а без бы был была были было быть в вам вас во вот все всё вы где для до его ее её если есть еще ещё же за здесь и из или им их к как ко когда кто ли мы на над не нет ни но о об он она они оно от по под при с со так также там то того тоже только ты у уже что чтобы это этот эта я',
  nl: 'aan al als bij dan dat de der deze die dit door een en er had heb hebben heeft het hij hoe hun ik in is je kan maar meer met naar niet nog nu of om onder ook op over te tot uit van veel voor was wat we werd wie worden wordt ze zich zij zijn zo zou',
  ar: 'من في على إلى عن مع هذا هذه ذلك التي الذي الذين أن إن كان كانت لا ما لم لن قد كما كل بعد قبل بين حتى أو ثم و هو هي هم',
};

const stopWords = new Map<string, Set<string>>();

/** Whether a word of {@link words} only glues others together. Languages without a list have no stop words. */
export function isStopWord(word: string, language: string): boolean {
  let list = stopWords.get(language);
  if (list === undefined) {
    list = new Set((STOP_WORDS[language] ?? '').split(' ').map((stop) => normalise(stop, language === 'zh').text));
    stopWords.set(language, list);
  }
  return list.has(word);
}

const LETTERS = /[\p{L}\p{M}]+/gu;
const BY_SCRIPT: readonly [letters: RegExp, language: string][] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, 'ja'],
  [/\p{sc=Hangul}/u, 'ko'],
  [/\p{sc=Han}/u, 'zh'],
];
/** So many stop words, and so many times as many as of any other language, before they are believed. */
const LEAST_FOUND = 2;
const LEAST_LEAD = 1.5;

/**
 * The language of a sentence by its script or its stop words, or undefined. Enough to choose a stemmer for a query, and needs
 * no model in memory; articles are looked at by `detectLanguage`.
 */
export function languageByStopWords(text: string): string | undefined {
  const byScript = BY_SCRIPT.find(([letters]) => letters.test(text));
  if (byScript) return byScript[1];
  const words = normalise(text).text.match(LETTERS) ?? [];
  const [best, second] = Object.keys(STOP_WORDS)
    .map((language) => ({ language, count: words.filter((word) => isStopWord(word, language)).length }))
    .sort((one, other) => other.count - one.count);
  const isClear = best && best.count >= LEAST_FOUND && best.count >= LEAST_LEAD * (second?.count ?? 0);
  return isClear ? best.language : undefined;
}
