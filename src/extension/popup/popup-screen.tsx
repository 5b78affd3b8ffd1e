/** The toolbar popup: messages from the first frame, and what can be done with the page behind it. */
import { useEffect, useRef, useState } from 'react';
import { CountBadge } from '#shared/ui/badge.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#shared/ui/tabs.tsx';
import { countedUnread } from '../background/badge.ts';
import { browser } from '../browser.ts';
import type { Intent } from '../storage/items.ts';
import { intentItem } from '../storage/items.ts';
import { SignInForm } from '../surface/sign-in-form.tsx';
import { StatusLine } from '../surface/status-line.tsx';
import { SurfaceHeader } from '../surface/surface-header.tsx';
import { useSurface } from '../surface/surface-store.ts';
import { useTexts } from '../surface/surface-texts.tsx';
import { UndoBar, useUndoBar } from '../surface/undo-bar.tsx';
import { CollectPanel } from './collect-panel.tsx';
import type { Site } from './find-feeds.ts';
import { MessagesPanel } from './messages-panel.tsx';
import { SitePanel } from './site-panel.tsx';
import { SiteStrip } from './site-strip.tsx';
import { type FrontPage, useFrontPage } from './use-page.ts';
import { useSite } from './use-site.ts';
import { type MarkedText, WordsPanel } from './words-panel.tsx';

type TabName = 'messages' | 'site' | 'words' | 'collect';

/** An older wish was for a popup that never opened. */
const intentMaxAgeMs = 30_000;

export function PopupScreen() {
  const session = useSurface((state) => state.session);
  const windowId = useWindowId();
  return (
    <div className="flex h-full flex-col">
      <SurfaceHeader windowId={windowId} hasPanelButton />
      <main className="flex min-h-0 flex-1 flex-col">{session ? <MemberPopup /> : <SignInForm />}</main>
      {session && <StatusLine />}
    </div>
  );
}

function MemberPopup() {
  const { t } = useTexts();
  const { inbox, settings } = useSurface();
  const page = useFrontPage();
  const intent = useIntent();
  const { tab, setTab, panel } = useTabs();
  const { told, tell } = useUndoBar();
  useEffect(() => {
    if (intent) setTab(intent.kind === 'site' ? 'site' : 'words');
  }, [intent, setTab]);
  const site = siteOf(page, intent);
  const siteState = useSite(site);
  const marked = markedText(page, intent);

  return (
    <>
      <SiteStrip
        page={page}
        site={site}
        state={siteState}
        onFollow={() => {
          setTab('site');
          siteState.followSite();
        }}
        onWords={() => setTab('words')}
      />
      <Tabs value={tab} onValueChange={(value) => setTab(value as TabName)} className="flex min-h-0 flex-1 flex-col">
        <TabsList className="shrink-0 px-2">
          <TabsTrigger value="messages">
            {t('tab.messages')}
            <CountBadge
              count={countedUnread(inbox, settings)}
              label={t('notices.unread', { count: countedUnread(inbox, settings) })}
            />
          </TabsTrigger>
          <TabsTrigger value="site">{t('tab.site')}</TabsTrigger>
          <TabsTrigger value="words">{t('tab.words')}</TabsTrigger>
          <TabsTrigger value="collect">{t('tab.collect')}</TabsTrigger>
        </TabsList>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <TabsContent {...panel('messages')}>
            <MessagesPanel tell={tell} />
          </TabsContent>
          <TabsContent {...panel('site')}>
            {site ? <SitePanel key={site.url} site={site} state={siteState} /> : <NoPage page={page} />}
          </TabsContent>
          <TabsContent {...panel('words')}>
            <WordsPanel key={marked.text && `${marked.language} ${marked.text}`} marked={marked} tell={tell} />
          </TabsContent>
          <TabsContent {...panel('collect')}>
            {page ? <CollectPanel page={page} /> : <NoPage page={page} />}
          </TabsContent>
        </div>
      </Tabs>
      <UndoBar told={told} onDone={() => tell(null)} />
    </>
  );
}

/** A tab is made when it is first looked at and stays from then on, with all that was typed into it. */
function useTabs() {
  const [tab, setTab] = useState<TabName>('messages');
  const [seen, setSeen] = useState<readonly TabName[]>([]);
  if (!seen.includes(tab)) setSeen([...seen, tab]);
  const panel = (value: TabName) => ({
    value,
    className: 'pt-0',
    hidden: value !== tab,
    forceMount: seen.includes(value) ? (true as const) : undefined,
  });
  return { tab, setTab, panel };
}

function NoPage({ page }: { page: FrontPage | null | undefined }) {
  const { t } = useTexts();
  if (page === undefined) return null;
  return (
    <EmptyState className="px-4" title={t('page.none')}>
      {t('page.noneHint')}
    </EmptyState>
  );
}

function siteOf(page: FrontPage | null | undefined, intent: Intent | null): Site | null {
  if (intent?.kind === 'site' && intent.url !== '' && intent.url !== page?.tab.url) {
    return { url: intent.url, candidates: [], tabId: null };
  }
  return page ? { url: page.tab.url, candidates: page.summary?.candidates ?? [], tabId: page.tab.id } : null;
}

function markedText(page: FrontPage | null | undefined, intent: Intent | null): MarkedText {
  const language = page?.summary?.language ?? '';
  return { language, text: intent?.kind === 'words' ? intent.text : (page?.summary?.selection ?? '') };
}

/** Takes the wish of a menu or shortcut, once; it may arrive a moment after the popup. */
function useIntent(): Intent | null {
  const stored = useSurface((state) => state.intent);
  const [taken, setTaken] = useState<Intent | null>(null);
  const openedAt = useRef(Date.now());
  useEffect(() => {
    if (!stored) return;
    if (stored.at > openedAt.current - intentMaxAgeMs) setTaken(stored);
    void intentItem.remove();
  }, [stored]);
  return taken;
}

/** Known before the click that opens the side panel, which must not wait. */
function useWindowId(): number | undefined {
  const [windowId, setWindowId] = useState<number>();
  useEffect(() => {
    void browser.windows.getCurrent().then(({ id }) => setWindowId(id));
  }, []);
  return windowId;
}
