/**
 * Reports of one event, found as they come in: each article joins the cluster whose centroid it is nearest to, or begins one;
 * two clusters that grew together become one. Memory holds a sliding window only. Pure: no clock, no storage, no randomness.
 *
 * Cosine of tf·idf vectors to a centroid, one pass: Allan, Papka, Lavrenko, "On-line New Event Detection and Tracking", SIGIR
 * 1998. Frequencies are counted over clusters, not articles, so that a burst does not make its own words common.
 */
import type { EventTerms } from './event-terms.ts';

export interface EventArticle {
  id: number;
  sourceId: number;
  /** BCP 47 primary tag; clusters do not cross languages. */
  language: string;
  /** Epoch milliseconds. */
  at: number;
  terms: EventTerms;
}

/** Where an article went; `joined` names the clusters that ended in `clusterId` because of it. */
export interface Placement {
  articleId: number;
  clusterId: number;
  joined: number[];
}

export interface EventClusters {
  /** Places an article. A new cluster takes the article's id. */
  add(article: EventArticle): Placement;
  /** Puts an article where it was placed before: after a restart, or by another process. */
  restore(article: EventArticle, clusterId: number): void;
  /** Moves all of one cluster into another, as another process did. */
  join(from: number, into: number): void;
  /** Everything in the window, with the cluster it is in. */
  articles(): IterableIterator<EventArticle & { clusterId: number }>;
  /** Drops what is older than the window before `now`. */
  forget(now: number): void;
  readonly articleCount: number;
  readonly clusterCount: number;
}

export interface ClusterSettings {
  /** Score from which an article joins. */
  joinAt: number;
  /** Cosine of centroids, less their distance in time, from which two clusters become one; and where both are large. */
  mergeAt: number;
  mergeLargeAt: number;
  /** Added in full when all of the article's rare terms are in the cluster. */
  rareWeight: number;
  /** Subtracted in full at the window's end. */
  ageWeight: number;
  windowMs: number;
  articlesMax: number;
}

export const clusterSettings: ClusterSettings = {
  joinAt: 0.2,
  mergeAt: 0.5,
  mergeLargeAt: 0.26,
  rareWeight: 0.1,
  ageWeight: 0.5,
  windowMs: 72 * 3_600_000,
  articlesMax: 60_000,
};

interface Cluster {
  id: number;
  language: string;
  /** Sum of the members' weights, by term. */
  terms: Map<string, number>;
  members: Set<number>;
  /** Sum of the members' times: a cluster is as old as its reports are on average. */
  times: number;
}

const centre = (cluster: Cluster) => cluster.times / cluster.members.size;

interface Member {
  article: EventArticle;
  clusterId: number;
}

/** As if so many clusters without any known term had been seen: the first reports of a new server are no rule. */
const CLUSTERS_BEFORE = 50;
/** A term that stands in more than this share of all clusters finds no candidates. */
const COMMON_SHARE = 0.1;
const COMMON_LEAST = 40;
const CANDIDATES_MAX = 12;
/** From this size on both, centroids are settled and what they share means more. */
const LARGE = 4;
/** A centroid's rarest terms are few; the tail of a large cluster is noise and costs memory. */
const CENTROID_TERMS = 160;
const CENTROID_TERMS_KEPT = 120;

export function createEventClusters(settings: ClusterSettings = clusterSettings): EventClusters {
  const members = new Map<number, Member>();
  const clusters = new Map<number, Cluster>();
  /** By language and term: the clusters that hold it; their number is the cluster frequency. */
  const postings = new Map<string, Map<string, Set<Cluster>>>();

  function postingsOf(language: string): Map<string, Set<Cluster>> {
    let own = postings.get(language);
    if (!own) {
      own = new Map();
      postings.set(language, own);
    }
    return own;
  }

  function idf(language: string, term: string): number {
    const count = postings.get(language)?.get(term)?.size ?? 0;
    return Math.log(1 + (clusters.size + CLUSTERS_BEFORE) / (count + 1));
  }

  function addTerms(cluster: Cluster, terms: Iterable<readonly [string, number]>) {
    const own = postingsOf(cluster.language);
    for (const [term, weight] of terms) {
      cluster.terms.set(term, (cluster.terms.get(term) ?? 0) + weight);
      const holders = own.get(term);
      if (holders) holders.add(cluster);
      else own.set(term, new Set([cluster]));
    }
    if (cluster.terms.size > CENTROID_TERMS) {
      const least = [...cluster.terms].sort((a, b) => b[1] - a[1]).slice(CENTROID_TERMS_KEPT);
      for (const [term] of least) dropTerm(cluster, term);
    }
  }

  function dropTerm(cluster: Cluster, term: string) {
    cluster.terms.delete(term);
    const own = postingsOf(cluster.language);
    const holders = own.get(term);
    holders?.delete(cluster);
    if (holders?.size === 0) own.delete(term);
  }

  function dropCluster(cluster: Cluster) {
    clusters.delete(cluster.id);
    for (const term of [...cluster.terms.keys()]) dropTerm(cluster, term);
  }

  function put(article: EventArticle, clusterId: number): Cluster {
    let cluster = clusters.get(clusterId);
    if (!cluster) {
      cluster = { id: clusterId, language: article.language, terms: new Map(), members: new Set(), times: 0 };
      clusters.set(clusterId, cluster);
    }
    cluster.members.add(article.id);
    cluster.times += article.at;
    addTerms(cluster, article.terms);
    members.set(article.id, { article, clusterId });
    return cluster;
  }

  /** Clusters that share rare terms with these, nearest first. */
  function candidates(language: string, terms: ReadonlyMap<string, number>, not?: Cluster): Cluster[] {
    const common = Math.max(COMMON_LEAST, clusters.size * COMMON_SHARE);
    const sums = new Map<Cluster, number>();
    const own = postingsOf(language);
    for (const [term, weight] of terms) {
      const holders = own.get(term);
      if (!holders || holders.size > common) continue;
      const part = weight * idf(language, term) ** 2;
      for (const cluster of holders) {
        if (cluster !== not)
          sums.set(cluster, (sums.get(cluster) ?? 0) + (part * (cluster.terms.get(term) ?? 0)) / cluster.members.size);
      }
    }
    return [...sums]
      .sort((a, b) => b[1] - a[1])
      .slice(0, CANDIDATES_MAX)
      .map(([cluster]) => cluster);
  }

  function cosine(language: string, a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
    let dot = 0;
    let normA = 0;
    let normB = 0;
    for (const [term, weight] of a) {
      const own = weight * idf(language, term);
      normA += own * own;
      const other = b.get(term);
      if (other !== undefined) dot += own * other * idf(language, term);
    }
    for (const [term, weight] of b) normB += (weight * idf(language, term)) ** 2;
    return dot === 0 ? 0 : dot / Math.sqrt(normA * normB);
  }

  /** Share of the article's rarest terms, by idf, that the cluster holds. */
  function rareShare(article: EventArticle, cluster: Cluster): number {
    const rare = [...article.terms.keys()]
      .map((term) => ({ term, value: idf(article.language, term) }))
      .sort((a, b) => b.value - a.value)
      .slice(0, 6);
    const shared = rare.filter(({ term }) => (cluster.terms.get(term) ?? 0) > 0);
    const sum = (list: typeof rare) => list.reduce((total, { value }) => total + value, 0);
    return rare.length === 0 ? 0 : sum(shared) / sum(rare);
  }

  function scoreOf(article: EventArticle, cluster: Cluster): number {
    const age = Math.abs(article.at - centre(cluster)) / settings.windowMs;
    if (age > 1) return 0;
    return (
      cosine(article.language, article.terms, cluster.terms) +
      settings.rareWeight * rareShare(article, cluster) -
      settings.ageWeight * age
    );
  }

  function merge(from: Cluster, into: Cluster) {
    for (const id of from.members) {
      into.members.add(id);
      members.get(id)!.clusterId = into.id;
    }
    into.times += from.times;
    const terms = [...from.terms];
    dropCluster(from);
    addTerms(into, terms);
  }

  /** The larger cluster keeps its id, the older one where they are as large. */
  function mergeGrown(grown: Cluster): { cluster: Cluster; joined: number[] } {
    const joined: number[] = [];
    let cluster = grown;
    for (;;) {
      const near = candidates(cluster.language, cluster.terms, cluster)
        .filter((other) => Math.abs(centre(other) - centre(cluster)) <= settings.windowMs)
        .map((other) => ({
          other,
          score:
            cosine(cluster.language, cluster.terms, other.terms) -
            (settings.ageWeight * Math.abs(centre(other) - centre(cluster))) / settings.windowMs,
        }))
        .sort((a, b) => b.score - a.score)[0];
      const isLarge = near !== undefined && Math.min(near.other.members.size, cluster.members.size) >= LARGE;
      if (!near || near.score < (isLarge ? settings.mergeLargeAt : settings.mergeAt)) return { cluster, joined };
      const { other } = near;
      const more = other.members.size - cluster.members.size;
      const keeps = more > 0 || (more === 0 && other.id < cluster.id);
      const [from, into] = keeps ? [cluster, other] : [other, cluster];
      merge(from, into);
      joined.push(from.id);
      cluster = into;
    }
  }

  return {
    get articleCount() {
      return members.size;
    },
    get clusterCount() {
      return clusters.size;
    },
    add(article) {
      const known = members.get(article.id);
      if (known) return { articleId: article.id, clusterId: known.clusterId, joined: [] };
      const best = candidates(article.language, article.terms)
        .map((cluster) => ({ cluster, score: scoreOf(article, cluster) }))
        .sort((a, b) => b.score - a.score)[0];
      if (!best || best.score < settings.joinAt) {
        put(article, article.id);
        return { articleId: article.id, clusterId: article.id, joined: [] };
      }
      const { cluster, joined } = mergeGrown(put(article, best.cluster.id));
      return { articleId: article.id, clusterId: cluster.id, joined };
    },
    restore(article, clusterId) {
      if (!members.has(article.id)) put(article, clusterId);
    },
    join(from, into) {
      const [source, target] = [clusters.get(from), clusters.get(into)];
      if (source && target && source !== target) merge(source, target);
    },
    *articles() {
      for (const { article, clusterId } of members.values()) yield { ...article, clusterId };
    },
    forget(now) {
      const oldest = now - settings.windowMs;
      const excess = members.size - settings.articlesMax;
      const byAge = [...members.values()].sort((a, b) => a.article.at - b.article.at);
      for (const [at, { article, clusterId }] of byAge.entries()) {
        if (article.at >= oldest && at >= excess) break;
        members.delete(article.id);
        const cluster = clusters.get(clusterId);
        if (!cluster) continue;
        cluster.members.delete(article.id);
        cluster.times -= article.at;
        if (cluster.members.size === 0) {
          dropCluster(cluster);
          continue;
        }
        for (const [term, weight] of article.terms) {
          const left = (cluster.terms.get(term) ?? 0) - weight;
          if (left > 1e-9) cluster.terms.set(term, left);
          else dropTerm(cluster, term);
        }
      }
    },
  };
}
