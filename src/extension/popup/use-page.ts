import { useEffect, useState } from 'react';
import { activeWebTab, summariseTab, type WebTab } from '../page/inject.ts';
import type { PageSummary } from '../page/page-summary.ts';

export interface FrontPage {
  tab: WebTab;
  /** Null where the browser shows us the address but not the page. */
  summary: PageSummary | null;
}

/** The page behind the popup: `undefined` while it is being read, null when it is no web page. */
export function useFrontPage(): FrontPage | null | undefined {
  const [page, setPage] = useState<FrontPage | null>();
  useEffect(() => {
    const read = async () => {
      const tab = await activeWebTab();
      setPage(tab && { tab, summary: await summariseTab(tab.id) });
    };
    void read();
  }, []);
  return page;
}
