/** Tells lines that stand around an article's text from lines of the text: datelines, bylines, invitations, links away. */
import { monthNumber } from '../list-page/month-names.ts';
import { textWeight } from './text-weight.ts';

/** A text without its case, white space, punctuation and signs: what stays the same wherever it is repeated. */
export const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, '');

const DATE_WORDS = new Set(
  (
    'published publication updated update posted post modified created last first on at the of am pm a m p uhr um h ' +
    'est edt cst cdt mst mdt pst pdt gmt utc cet cest bst ist myt sgt hkt jst kst et pt ct mt min mins minute minutes ' +
    'hour hours ago day days read reading time date th st nd rd ' +
    'monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun ' +
    'montag dienstag mittwoch donnerstag freitag samstag sonntag veröffentlicht aktualisiert stand erstellt am den vom ' +
    'lundi mardi mercredi jeudi vendredi samedi dimanche publié publie mis jour à le modifié il y ' +
    'lunes martes miércoles jueves viernes sábado domingo publicado actualizado actualización el de del las hs hrs ' +
    'segunda terça quarta quinta sexta feira em às atualizado dia ' +
    'lunedì martedì mercoledì giovedì venerdì sabato domenica pubblicato aggiornato il alle ore ' +
    'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag gepubliceerd bijgewerkt om ' +
    'poniedziałek wtorek środa czwartek piątek sobota niedziela opublikowano aktualizacja dodano godz r ' +
    'понедельник вторник среда четверг пятница суббота воскресенье опубликовано обновлено в г ' +
    'måndag tisdag onsdag torsdag fredag lördag söndag mandag tirsdag lørdag søndag publicerad publicerat uppdaterad ' +
    'publisert oppdatert kl klo julkaistu päivitetty ' +
    'pazartesi salı çarşamba perşembe cuma cumartesi pazar yayınlanma güncelleme tarihi giriş saat ' +
    'senin selasa rabu kamis jumat sabtu minggu wib tayang diperbarui ngày giờ cập nhật thứ hai ba tư năm sáu bảy chủ'
  ).split(/\s+/),
);
const HAN_DATE =
  /发布时间|发表时间|更新时间|时间|發布|發佈|發表|時間|日期|发布|发表|更新|公開|掲載|配信|更新日|星期[一二三四五六日天]|[月火水木金土日]曜日?|上午|下午|午前|午後|[年月日时時分秒点點]|입력|수정|등록|[월화수목금토일]요일|오전|오후|[년월일시분]/g;

const DATELINE_WEIGHT_MAX = 110;
/** What a line may hold besides its date: a comma, a bullet, two stray letters. */
const DATELINE_REST_MAX = 5;

const PIECE_WEIGHT_MAX = 60;

/** A line that gives a date, or how long ago, and nothing else; or a date among an author, a section and the like. */
export function isDateline(text: string): boolean {
  if (isDate(text)) return true;
  if (text.length > 200) return false;
  const pieces = text.split(/\s[-–—|/]\s|\s?[·•｜‧]\s?/);
  return pieces.length > 1 && pieces.some(isDate) && pieces.every((piece) => textWeight(piece) <= PIECE_WEIGHT_MAX);
}

function isDate(text: string): boolean {
  const weight = textWeight(text);
  if (weight === 0 || weight > DATELINE_WEIGHT_MAX || !/\d/.test(text)) return false;
  const words =
    text
      .toLowerCase()
      .replace(HAN_DATE, ' ')
      .match(/\p{L}+/gu) ?? [];
  const rest = words.filter((word) => !DATE_WORDS.has(word) && monthNumber(word) === undefined);
  return rest.reduce((sum, word) => sum + textWeight(word), 0) <= DATELINE_REST_MAX;
}

const BYLINE_LEAD =
  /^(?:(?:written|posted|reported|words|text|story|article) )?(?:by|von|par|por|di|av|af|door|autor|autorka|auteur|author|автор|текст|作者|撰文|文|記者|记者|글)[:：/｜\s]\s{0,3}\p{L}/iu;
const BYLINE_WEIGHT_MAX = 90;
const NAMED_WEIGHT_MAX = 160;

/** A line that names who wrote the text. `names`: of the authors and of the site, where the page declares them. */
export function isByline(text: string, names: readonly string[]): boolean {
  const weight = textWeight(text);
  if (weight === 0 || weight > NAMED_WEIGHT_MAX) return false;
  if (weight <= BYLINE_WEIGHT_MAX && BYLINE_LEAD.test(text) && !/[.!?。！？](?:\s|$)/.test(text)) return true;
  let rest = fold(text);
  for (const name of names.map(fold)) if (name.length >= 3) rest = rest.replaceAll(name, '');
  return textWeight(rest) <= weight * 0.55;
}

/** Credits of pictures and counters of galleries that stand among the paragraphs. */
const PICTURE_LINE =
  /^[(（[]?(?:(?:photo|image|picture|illustration|graphic|foto|bild|imagen|imagem|image|zdjęcie|фото|图|圖|写真|사진|video)s?\s?(?:credit|by|via|courtesy|source|crédit)?\s?[:：©/]|(?:photo|image|bild|foto)\s\d{1,3}\s(?:of|de|von|\/)\s\d{1,3}|©)/iu;

/** A caption that ends in its credit. */
const CREDITED =
  /[([（](?:photo|image|picture|foto|bild|imagen|imagem|zdjęcie|fot|фото|图|圖|写真|사진)s?\s?(?:credit|by|courtesy)?\s?[:：][^()[\]（）]{2,60}[)\]）]\.?$/iu;

export function isPictureLine(text: string): boolean {
  const line = text.trim();
  const weight = textWeight(line);
  return (weight < 110 && PICTURE_LINE.test(line)) || (weight < 200 && CREDITED.test(line));
}

const SHARE_WORDS = new Set(
  (
    'share shares sharing tweet post pin pint print email e mail copy link whatsapp facebook twitter x instagram telegram ' +
    'linkedin reddit pinterest tumblr vk viber messenger line weibo wechat flipboard mastodon bluesky threads save more ' +
    'comment comments close caption like likes teilen drucken merken partager imprimer compartir imprimir enviar copiar ' +
    'compartilhar compartilhe baixar condividi stampa delen udostępnij drukuj поделиться печать del paylaş bagikan'
  ).split(' '),
);

/** A row of buttons, each the name of a network or of an action. */
export function isShareBar(text: string): boolean {
  const words = text.length <= 200 ? (text.toLowerCase().match(/\p{L}+/gu) ?? []) : [];
  return words.length > 0 && words.every((word) => SHARE_WORDS.has(word)) && !/[.!?。]$/.test(text);
}

/** Lines that lead away from the text, by how they begin. */
const LEADS_AWAY =
  /^(?:read (?:more|also|next)|related(?: (?:articles?|stories|links|posts|content|topics))?|see also|more (?:on|from|stories|news)|also read|you (?:may|might) also (?:like|enjoy)|recommended(?: for you)?|advertisement|share this|follow us|sign up|subscribe|lesen sie auch|mehr zum thema|das könnte sie auch interessieren|auch interessant|lire aussi|à lire aussi|sur le même sujet|lea (?:también|además)|lee también|(?:también )?(?:te|le) puede interesar|mir[ae]|puedes ver|vea (?:también|además)|ver más|temas relacionados|notas relacionadas|czytaj (?:też|także|również|więcej)|zobacz (?:też|także)|polecamy|læs også|les også|läs (?:också|mer|även)|lue myös|lees ook|leggi anche|leia (?:também|mais)|veja também|читайте также|смотрите также|похожие|相关阅读|相关新闻|相关链接|相关推荐|延伸閱讀|延伸阅读|推薦閱讀|推荐阅读|更多|猜你喜欢|関連記事|関連リンク|あわせて読みたい|관련기사|baca juga|xem thêm|ilgili haberler)(?!\p{L})/iu;

export const leadsAway = (text: string): boolean => LEADS_AWAY.test(text.trim());

const INVITATIONS = [
  String.raw`newsletter|inbox|sign up (?:for|to|now)|subscribe (?:to|now|today)|follow (?:us|him|her|them|me|@?\w{2,30}) on|join our|(?:have|got) a (?:news )?tip|reach the reporters?|all rights reserved|may not be (?:reproduced|republished)|e-?mail \p{Lu}\p{L}{1,20} \p{Lu}|get (?:unlimited )?access to|support our journalism`,
  'abonnieren|folgen sie uns|alle rechte vorbehalten|abonnez-vous|inscrivez-vous|suivez-nous|tous droits réservés',
  'suscríb[ea]|suscripción|síguenos|boletín|todos los derechos|únete a nuestr|assine|inscreva-se|siga-nos|todos os direitos|receba (?:as|nossas)',
  'iscriviti|seguici|riproduzione riservata|zapisz się|obserwuj nas|polub nas|wszelkie prawa|подпис(?:ывайтесь|аться|ка на)|следите за|все права',
  String.raw`关注(?:我们|微信|公众号)|扫(?:描|一扫|码)|转载请|版权(?:所有|声明)|免责声明|未经(?:授权|许可)|無断転載|メールマガジン|フォローする|무단\s?전재|재배포\s?금지|구독하기|abone ol|takip edin`,
];
const INVITATION = new RegExp(INVITATIONS.join('|'), 'iu');
const INVITATION_WEIGHT_MAX = 360;

/** A line after the text that asks the reader for something, or keeps rights. */
export const isInvitation = (text: string): boolean =>
  textWeight(text) <= INVITATION_WEIGHT_MAX && INVITATION.test(text);
