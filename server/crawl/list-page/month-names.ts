/** Month names as news pages write them, by language; forms that several languages share stand once. */

/** One string a month, names separated by `|`. */
const NAMES: readonly string[] = [
  'january|jan|januar|jänner|janvier|janv|enero|ene|gennaio|gen|janeiro|januari|stycznia|styczeń|leden|ledna|января|январь|янв|січня|січень|ocak|ianuarie|ιανουαρίου|يناير|كانون الثاني|มกราคม|ม.ค|janúar|tammikuuta|januára|siječnja|януари|január',
  'february|feb|februar|feber|février|fevrier|févr|fév|febrero|febbraio|fevereiro|fev|februari|lutego|luty|února|únor|февраля|февраль|фев|лютого|лютий|şubat|februarie|φεβρουαρίου|فبراير|شباط|กุมภาพันธ์|ก.พ|febrúar|helmikuuta|februára|veljače|февруари|február',
  'march|mar|märz|mrz|mars|marzo|março|marco|maart|mrt|maret|marca|marzec|března|březen|марта|март|мар|березня|березень|mart|martie|μαρτίου|مارس|آذار|มีนาคม|มี.ค|maaliskuuta|ožujka|március',
  'april|apr|avril|avr|abril|abr|aprile|kwietnia|kwiecień|dubna|duben|апреля|апрель|апр|квітня|квітень|nisan|aprilie|απριλίου|أبريل|ابريل|نيسان|เมษายน|เม.ย|apríl|huhtikuuta|apríla|travnja|април|április',
  'may|mai|mayo|maggio|mag|maio|mei|maj|maja|května|květen|мая|май|травня|травень|mayıs|μαΐου|مايو|أيار|พฤษภาคม|พ.ค|maí|toukokuuta|mája|svibnja|május',
  'june|jun|juni|juin|junio|giugno|giu|junho|czerwca|czerwiec|června|červen|июня|июнь|июн|червня|червень|haziran|iunie|ιουνίου|يونيو|حزيران|มิถุนายน|มิ.ย|júní|kesäkuuta|júna|lipnja|юни|június',
  'july|jul|juli|juillet|juil|julio|luglio|lug|julho|lipca|lipiec|července|červenec|июля|июль|июл|липня|липень|temmuz|iulie|ιουλίου|يوليو|تموز|กรกฎาคม|ก.ค|júlí|heinäkuuta|júla|srpnja|юли|július',
  'august|aug|août|aout|agosto|ago|augustus|agustus|sierpnia|sierpień|srpna|srpen|августа|август|авг|серпня|серпень|ağustos|αυγούστου|أغسطس|اغسطس|آب|สิงหาคม|ส.ค|ágúst|elokuuta|augusta|kolovoza|augusti|augusztus',
  'september|sept|sep|septembre|septiembre|setiembre|settembre|set|setembro|września|wrzesień|září|сентября|сентябрь|сен|вересня|вересень|eylül|septembrie|σεπτεμβρίου|سبتمبر|أيلول|กันยายน|ก.ย|syyskuuta|septembra|rujna|септември|szeptember',
  'october|oct|oktober|okt|octobre|octubre|ottobre|ott|outubro|out|października|październik|října|říjen|октября|октябрь|окт|жовтня|жовтень|ekim|octombrie|οκτωβρίου|أكتوبر|اكتوبر|تشرين الأول|ตุลาคม|ต.ค|október|lokakuuta|októbra|listopada|октомври',
  'november|nov|novembre|noviembre|novembro|listopad|listopadu|ноября|ноябрь|ноя|листопада|листопад|kasım|noiembrie|νοεμβρίου|نوفمبر|تشرين الثاني|พฤศจิกายน|พ.ย|nóvember|marraskuuta|novembra|studenoga|ноември',
  'december|dec|dezember|dez|décembre|decembre|déc|diciembre|dic|dicembre|dezembro|desember|des|grudnia|grudzień|prosince|prosinec|декабря|декабрь|дек|грудня|грудень|aralık|decembrie|δεκεμβρίου|ديسمبر|كانون الأول|ธันวาคม|ธ.ค|joulukuuta|decembra|prosinca|декември',
];

const MONTHS = new Map<string, number>();
NAMES.forEach((names, index) => {
  for (const name of names.split('|')) if (!MONTHS.has(name)) MONTHS.set(name, index + 1);
});

/** 1–12 for a month name in lower case (a final full stop does not matter). */
export function monthNumber(name: string): number | undefined {
  return MONTHS.get(name.replace(/\.$/, ''));
}
