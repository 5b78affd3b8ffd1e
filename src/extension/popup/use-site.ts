import { useEffect, useRef, useState } from 'react';
import type { DiscoveredFeed, WebsiteSubscription } from '#shared/contract/websites.ts';
import type { Problem } from '../problem.ts';
import { type Loading, useLoading } from '../surface/use-api.ts';
import { findFeeds, follow, followedAt, type Site, unfollow } from './find-feeds.ts';

export interface SiteState {
  followed: Loading<WebsiteSubscription[]>;
  feeds: Loading<DiscoveredFeed[]>;
  /** Subscription ids by feed address, made here. */
  made: Record<string, number>;
  problem: { feedUrl: string; problem: Problem } | null;
  search(): void;
  /** One click: search, and follow if there is exactly one source to choose. */
  followSite(): void;
  followFeed(feed: DiscoveredFeed): Promise<void>;
  takeBack(feedUrl: string): Promise<void>;
  unfollowSite(id: number): Promise<void>;
}

export function useSite(site: Site | null): SiteState {
  const [isWanted, setWanted] = useState(false);
  const [made, setMade] = useState<Record<string, number>>({});
  const [problem, setProblem] = useState<SiteState['problem']>(null);
  const isOneClick = useRef(false);
  const url = site?.url ?? null;
  const known = useLoading(url, () => followedAt(url ?? ''));
  const found = useLoading(isWanted ? url : null, () => findFeeds(site ?? { url: '', candidates: [], tabId: null }));

  const followFeed = async (feed: DiscoveredFeed) => {
    if (!site) return;
    setProblem(null);
    const outcome = await follow(site, feed);
    if (outcome.ok) setMade((before) => ({ ...before, [feed.url]: outcome.data.id }));
    else setProblem({ feedUrl: feed.url, problem: outcome.problem });
  };

  const latestFollow = useRef(followFeed);
  latestFollow.current = followFeed;
  useEffect(() => {
    if (!isOneClick.current || found.result.state !== 'ready') return;
    isOneClick.current = false;
    const [only, ...others] = found.result.data;
    if (only && others.length === 0 && !only.subscribed) void latestFollow.current(only);
  }, [found.result]);

  const search = () => (isWanted ? found.again() : setWanted(true));
  return {
    followed: known.result,
    feeds: found.result,
    made,
    problem,
    search: () => {
      if (!isWanted || found.result.state === 'failed') search();
    },
    followSite() {
      isOneClick.current = true;
      search();
    },
    followFeed,
    async takeBack(feedUrl) {
      const id = made[feedUrl];
      if (id === undefined || !(await unfollow(id)).ok) return;
      setMade(({ [feedUrl]: _gone, ...rest }) => rest);
    },
    async unfollowSite(id) {
      if ((await unfollow(id)).ok) known.again();
    },
  };
}
