/** Hotspots: counts what the clusters' window holds by hour, keeps the counts of four weeks, and makes the boards from both. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Hotspot, type HotspotBoard } from '#shared/contract/hotspots.ts';
import { type Context, inTransaction } from '../../context.ts';
import { listedArticles, toNewsReport } from '../articles/articles.service.ts';
import type { ClusterBook } from '../articles/clusters.service.ts';
import {
  countHour,
  type HotArticle,
  type HotspotEntry,
  type HourCount,
  type HourTotal,
  historyDays,
  hourMs,
  hourOf,
  hoursNeeded,
  mergeBoards,
  rankHotspots,
  termsToJudge,
  windowHours,
} from './hotspot-board.ts';
import {
  deleteHistoryBefore,
  findBoard,
  findBoardLanguages,
  findHours,
  findTerms,
  findTermsOfDay,
  upsertBoard,
  upsertHours,
  upsertTerms,
} from './hotspots.queries.ts';

/** How far back the clusters' window reaches with a whole counting window before it. */
const countedHours = 68;
/** Late items change an hour that was counted; so small a change may stay. */
const changeMin = 0.02;
const reportsShown = 5;
const curveDays = 1;

interface StoredBoard {
  entries: HotspotEntry[];
  hotspots: Hotspot[];
  learning: { hours: number; hoursNeeded: number } | null;
}

/** Counts the hours that are over and makes the board of every language. */
export async function makeHotspots(ctx: Context, clusters: ClusterBook): Promise<void> {
  await clusters.refresh(ctx);
  const byLanguage = Map.groupBy(
    clusters.articles().filter(({ language }) => language !== 'und'),
    ({ language }) => language,
  );
  for (const language of await findBoardLanguages(ctx.db)) if (!byLanguage.has(language)) byLanguage.set(language, []);
  for (const [language, articles] of byLanguage) {
    await recordHours(ctx, language, articles);
    await makeBoard(ctx, language, articles);
  }
}

export async function forgetOldHistory(ctx: Context): Promise<void> {
  await deleteHistoryBefore(ctx.db, Math.floor(hourOf(ctx.now()) / 24) - historyDays);
}

async function recordHours(ctx: Context, language: string, articles: readonly HotArticle[]): Promise<void> {
  const last = hourOf(ctx.now()) - 1;
  const known = new Map(
    (await findHours(ctx.db, language, last - countedHours)).map(({ hour, articles }) => [hour, articles]),
  );
  const perHour = new Map<number, number>();
  for (const { at } of articles) perHour.set(hourOf(at), (perHour.get(hourOf(at)) ?? 0) + 1);
  const counted: HourCount[] = [];
  for (let hour = last - countedHours; hour <= last; hour++) {
    let now = 0;
    for (let back = 0; back < windowHours; back++) now += perHour.get(hour - back) ?? 0;
    const before = known.get(hour);
    if (before === undefined ? now === 0 : Math.abs(now - before) <= before * changeMin) continue;
    counted.push(countHour(articles, hour));
    // Counting an hour of a large archive takes a while; requests come in between.
    await nextTurn();
  }
  if (counted.length > 0) await storeCounts(ctx, language, counted);
}

async function storeCounts(ctx: Context, language: string, counted: readonly HourCount[]): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await upsertHours(
      ctx.db,
      counted.map(({ hour, sources, articles }) => ({ language, hour, sources, articles })),
    );
    for (const [day, hours] of Map.groupBy(counted, ({ hour }) => Math.floor(hour / 24))) {
      const rows = await findTermsOfDay(ctx.db, language, day);
      const counts = new Map(rows.map(({ term, counts }) => [term, JSON.parse(counts) as number[]]));
      const changed = new Set<string>();
      for (const { hour, terms } of hours) {
        for (const term of new Set([...terms.keys(), ...counts.keys()])) {
          const own = counts.get(term) ?? Array<number>(24).fill(0);
          const value = terms.get(term) ?? 0;
          if (own[hour % 24] === value) continue;
          own[hour % 24] = value;
          counts.set(term, own);
          changed.add(term);
        }
      }
      await upsertTerms(
        ctx.db,
        [...changed].map((term) => ({ language, day, term, counts: JSON.stringify(counts.get(term)) })),
      );
    }
  });
}

async function makeBoard(ctx: Context, language: string, articles: readonly HotArticle[]): Promise<void> {
  const now = ctx.now();
  const today = Math.floor(hourOf(now) / 24);
  const totals: HourTotal[] = await findHours(ctx.db, language, hourOf(now) - historyDays * 24);
  const stored = await findBoard(ctx.db, language);
  const before = stored && readBoard(stored.board);
  const previous = stored && before && { at: stored.made_at, entries: before.entries };
  const terms = [...termsToJudge(articles, now), ...(before?.entries.map((entry) => entry.terms[0] ?? '') ?? [])];
  const counts = new Map(
    (await findTerms(ctx.db, language, [...new Set(terms)], today - historyDays)).map((row) => [
      `${row.day} ${row.term}`,
      JSON.parse(row.counts) as number[],
    ]),
  );
  const board = rankHotspots({
    articles: articles.filter(({ at }) => at > now - (curveDays * 24 + windowHours) * hourMs),
    now,
    history: {
      totals,
      sourcesOf: (term, hour) => counts.get(`${Math.floor(hour / 24)} ${term}`)?.[hour % 24] ?? 0,
    },
    ...(previous && { previous }),
  });
  const hotspots = await describe(ctx, language, board.entries, articles, before?.hotspots ?? []);
  const value: StoredBoard = { entries: board.entries, hotspots, learning: board.learning ?? null };
  await upsertBoard(ctx.db, { language, made_at: now, board: JSON.stringify(value) });
}

const readBoard = (json: string) => JSON.parse(json) as StoredBoard;

/** Entries as a reader sees them. One whose reports have left the window keeps the reports it had. */
async function describe(
  ctx: Context,
  language: string,
  entries: readonly HotspotEntry[],
  articles: readonly HotArticle[],
  before: readonly Hotspot[],
): Promise<Hotspot[]> {
  const byCluster = Map.groupBy(articles, ({ clusterId }) => clusterId);
  const idsOf = (entry: HotspotEntry) =>
    entry.clusterIds.flatMap((id) => byCluster.get(id) ?? []).sort((a, b) => b.at - a.at || b.id - a.id);
  const rows = new Map(
    (await listedArticles(ctx, [...new Set(entries.flatMap((entry) => idsOf(entry).map(({ id }) => id)))])).map(
      (row) => [row.id, row],
    ),
  );
  const described = entries.map(async (entry): Promise<Hotspot[]> => {
    const own = idsOf(entry).flatMap(({ id }) => rows.get(id) ?? []);
    const [latest] = own;
    const known = before.find(({ id }) => entry.clusterIds.includes(id));
    if (!latest && !known) return [];
    const bySource = [...new Map(own.toReversed().map((row) => [row.source_id, row])).values()].toReversed();
    const words = latest
      ? await ctx.documents.writtenTerms({
          terms: entry.terms,
          texts: own.map(({ title, text }) => `${title}\n${text.slice(0, 300)}`),
          language,
        })
      : known!.words;
    const hotspot = {
      id: entry.clusterId,
      language,
      title: latest?.title ?? known!.title,
      script: latest?.script ?? known!.script,
      words,
      observed: entry.observed,
      expected: Math.round(entry.expected * 10) / 10,
      articles: entry.articles,
      score: Math.round(entry.score * 10) / 10,
      curve: entry.curve.map(({ hour, sources, expected }) => ({ at: (hour + 1) * hourMs, sources, expected })),
      reports: latest ? bySource.slice(0, reportsShown).map(toNewsReport) : known!.reports,
    };
    return [hotspot];
  });
  return (await Promise.all(described)).flat();
}

/** The board of one language, or of all. */
export async function listHotspots(
  ctx: Context,
  query: { page: number; limit: number; language?: string },
): Promise<HotspotBoard> {
  const languages = await findBoardLanguages(ctx.db);
  const asked = query.language ? languages.filter((language) => language === query.language) : languages;
  const stored = (await Promise.all(asked.map((language) => findBoard(ctx.db, language)))).filter(
    (row) => row !== undefined,
  );
  const boards = stored.map((row) => readBoard(row.board));
  const judged = boards.filter(({ learning }) => learning === null);
  const all = mergeBoards(judged.map(({ hotspots }) => Hotspot.array().parse(hotspots)));
  const first = (query.page - 1) * query.limit;
  return {
    list: all.slice(first, first + query.limit),
    count: all.length,
    madeAt: stored.length === 0 ? null : Math.max(...stored.map((row) => row.made_at)),
    windowHours,
    learning: judged.length > 0 ? null : furthest(boards),
    languages,
  };
}

/** Of the languages that are learning, what the one that knows most knows. */
function furthest(boards: readonly StoredBoard[]): { hours: number; hoursNeeded: number } {
  const all = boards.flatMap(({ learning }) => learning ?? []).sort((a, b) => b.hours - a.hours);
  return all[0] ?? { hours: 0, hoursNeeded };
}
