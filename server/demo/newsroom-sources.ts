/** The invented news sites of the demo newsroom: who they are and how they publish. */
import type { DemoLanguage } from './stories.ts';

export type SourceType = 'rss' | 'atom' | 'rdf' | 'json' | 'sitemap' | 'list';

export interface NewsroomSource {
  slug: string;
  name: string;
  tagline: string;
  language: DemoLanguage;
  country: string;
  type: SourceType;
  /** Path of the feed or sitemap below the site; absent where the home page is all there is. */
  feedPath?: string;
  /** Whole articles in the feed; otherwise a summary, and the page has the rest. */
  isFullText: boolean;
  encoding: 'utf-8' | 'gb2312' | 'big5';
  /** Marks up the article page with bare divs, as older systems do, or with article, header and footer. */
  markup: 'divs' | 'semantic';
  utcOffsetMinutes: number;
  accent: string;
}

type Defaults = 'isFullText' | 'encoding' | 'markup';
function source(given: Omit<NewsroomSource, Defaults> & Partial<NewsroomSource>): NewsroomSource {
  return { isFullText: false, encoding: 'utf-8', markup: 'semantic', ...given };
}

export const newsroomSources: readonly NewsroomSource[] = [
  source({
    slug: 'lanyu-wanbao',
    name: '澜屿晚报',
    tagline: '晚风里的城市新闻',
    language: 'zh-cn',
    country: 'cn',
    type: 'rss',
    feedPath: '/rss.xml',
    isFullText: true,
    utcOffsetMinutes: 480,
    accent: '#b3261e',
  }),
  source({
    slug: 'wanghuai-caijing',
    name: '望槐财经网',
    tagline: '看懂每一笔账',
    language: 'zh-cn',
    country: 'cn',
    type: 'rss',
    feedPath: '/rss/news.xml',
    encoding: 'gb2312',
    markup: 'divs',
    utcOffsetMinutes: 480,
    accent: '#8a5a00',
  }),
  source({
    slug: 'haijia-ribao',
    name: '海岬日報',
    tagline: '從港邊看世界',
    language: 'zh-tw',
    country: 'tw',
    type: 'atom',
    feedPath: '/atom.xml',
    isFullText: true,
    utcOffsetMinutes: 480,
    accent: '#00687a',
  }),
  source({
    slug: 'luze-shibao',
    name: '鹿澤時報',
    tagline: '在地的聲音，清楚的事實',
    language: 'zh-tw',
    country: 'tw',
    type: 'rss',
    feedPath: '/rss.xml',
    encoding: 'big5',
    markup: 'divs',
    utcOffsetMinutes: 480,
    accent: '#2e6b30',
  }),
  source({
    slug: 'harbour-post',
    name: 'The Harbour Post',
    tagline: 'News from the water’s edge',
    language: 'en',
    country: 'gb',
    type: 'rss',
    feedPath: '/feed.xml',
    utcOffsetMinutes: 0,
    accent: '#1f4e8c',
  }),
  source({
    slug: 'northmoor-ledger',
    name: 'Northmoor Ledger',
    tagline: 'Facts, counted twice',
    language: 'en',
    country: 'gb',
    type: 'json',
    feedPath: '/feed.json',
    isFullText: true,
    utcOffsetMinutes: 0,
    accent: '#5b3a7a',
  }),
  source({
    slug: 'shiomi-shimbun',
    name: '汐見新報',
    tagline: '海と暮らしのニュース',
    language: 'ja',
    country: 'jp',
    type: 'rdf',
    feedPath: '/index.rdf',
    utcOffsetMinutes: 540,
    accent: '#27457a',
  }),
  source({
    slug: 'saenaru-ilbo',
    name: '새나루일보',
    tagline: '오늘의 나루에서 내일을 읽다',
    language: 'ko',
    country: 'kr',
    type: 'rss',
    feedPath: '/rss/all.xml',
    utcOffsetMinutes: 540,
    accent: '#a03a5b',
  }),
  source({
    slug: 'diario-alboral',
    name: 'Diario Alboral',
    tagline: 'La actualidad, sin ruido',
    language: 'es',
    country: 'es',
    type: 'list',
    utcOffsetMinutes: 60,
    accent: '#b4451f',
  }),
  source({
    slug: 'courrier-briselle',
    name: 'Le Courrier de Briselle',
    tagline: 'Chaque jour, l’essentiel',
    language: 'fr',
    country: 'fr',
    type: 'sitemap',
    feedPath: '/news-sitemap.xml',
    utcOffsetMinutes: 60,
    accent: '#0b5a8a',
  }),
  source({
    slug: 'moorkamper-bote',
    name: 'Moorkamper Bote',
    tagline: 'Nachrichten aus dem Norden',
    language: 'de',
    country: 'de',
    type: 'atom',
    feedPath: '/feed/atom.xml',
    utcOffsetMinutes: 60,
    accent: '#3d6117',
  }),
  source({
    slug: 'vetrogradskie-vesti',
    name: 'Ветроградские вести',
    tagline: 'Коротко о главном',
    language: 'ru',
    country: 'ru',
    type: 'rss',
    feedPath: '/rss.xml',
    isFullText: true,
    markup: 'divs',
    utcOffsetMinutes: 180,
    accent: '#7a1f2b',
  }),
  source({
    slug: 'sawt-al-marsa',
    name: 'صوت المرسى',
    tagline: 'أخبار الميناء والمدينة',
    language: 'ar',
    country: 'ae',
    type: 'rss',
    feedPath: '/feed/',
    utcOffsetMinutes: 240,
    accent: '#00695c',
  }),
];
