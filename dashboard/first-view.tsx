/**
 * Draws the home screen into the page, for a visitor, so that it can be read before the scripts have come. The server runs
 * this, built by `first-view.config.ts`; `app.tsx` then puts the living screen in its place.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import i18next, { type ResourceKey } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import type { FirstViewModule, FirstViewRequest } from '#shared/contract/first-view.ts';
import { type Language, languageTags } from '#shared/i18n/languages.ts';
import { i18nOptions } from '#shared/i18n/setup.ts';
import { writeFirstNews } from './first-news.ts';
import { PublicLayout } from './layouts/public-layout.tsx';
import { ReaderTexts } from './layouts/reader-texts.tsx';
import { HomeScreen, newestIn, ownFrontLanguage } from './routes/_public/home.tsx';
import { titleOf } from './titles.ts';

const files = import.meta.glob<ResourceKey>('../locales/{common,home,news}/*.json', { import: 'default', eager: true });

const ready = i18next.use(initReactI18next).init({ ...i18nOptions, ns: ['common', 'home', 'news'], resources: {} });
for (const [path, texts] of Object.entries(files)) {
  const [namespace = '', language = ''] = path.replace('.json', '').split('/').slice(-2);
  void ready.then(() => i18next.addResourceBundle(language, namespace, texts));
}

let turns: Promise<unknown> = ready;

/** One after the other: the language is one for all texts. */
export const drawFirstView: FirstViewModule['drawFirstView'] = (request) => {
  const turn = turns.then(() => draw(request));
  turns = turn.catch(() => undefined);
  return turn;
};

async function draw({ page, language, now, news }: FirstViewRequest): Promise<string> {
  await i18next.changeLanguage(language);
  const own = ownFrontLanguage(languageTags[language]);
  const { queryKey, query } = newestIn(own);
  const queryClient = new QueryClient();
  const newest = await news(query);
  queryClient.setQueryData(queryKey, newest);
  const router = createHomeRouter();
  await router.load();
  const screen = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <ReaderTexts>
        <div className="first-view">
          <RouterProvider router={router} />
        </div>
      </ReaderTexts>
    </QueryClientProvider>,
  );
  return fill(page, language, screen + writeFirstNews({ language: own, at: now, newest }));
}

/** The frame and the home screen alone, with the addresses a hash history makes. Routes bring what loads: here it is given. */
function createHomeRouter() {
  const root = createRootRoute();
  const frame = createRoute({ getParentRoute: () => root, id: '_public', component: PublicLayout });
  const home = createRoute({ getParentRoute: () => frame, path: '/home', component: HomeScreen });
  const history = createMemoryHistory({ initialEntries: ['/home'] });
  history.createHref = (path) => `/#${path}`;
  return createRouter({ routeTree: root.addChildren([frame.addChildren([home])]), history });
}

function fill(page: string, language: Language, content: string): string {
  const about = i18next.t('about', { ns: 'home' });
  const parts: [RegExp, string][] = [
    [/(?<=<html lang=")[^"]*/, languageTags[language]],
    [/<title>[^<]*<\/title>/, renderToStaticMarkup(<title>{titleOf('title.home')}</title>)],
    [/<meta name="description"[^>]*>/, renderToStaticMarkup(<meta name="description" content={about} />)],
    [/(?<=<div id="root">).*(?=<\/div>\s*<\/body>)/s, content],
  ];
  return parts.reduce((text, [place, part]) => text.replace(place, () => part), page);
}
