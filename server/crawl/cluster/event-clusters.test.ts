import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterSettings, createEventClusters, type EventArticle } from './event-clusters.ts';
import { eventTerms } from './event-terms.ts';

const hour = 3_600_000;
let sequence = 0;

function report(title: string, at: number, language = 'en'): EventArticle {
  sequence += 1;
  return { id: sequence, sourceId: sequence, language, at, terms: eventTerms({ title, text: '', language }) };
}

const earthquake = [
  'Earthquake of magnitude 6.8 shakes Lisbon',
  'Lisbon shaken by strong earthquake, buildings damaged',
  'Magnitude 6.8 earthquake damages buildings in Lisbon',
];
const election = ['Voters in Kenya elect a new parliament', 'Kenya elects parliament as voters queue for hours'];

describe('event clusters', () => {
  it('join reports of one event in other words and keep other events apart', () => {
    const clusters = createEventClusters();
    const place = (titles: string[]) => titles.map((title) => clusters.add(report(title, hour)).clusterId);
    const shaken = place(earthquake);
    const voted = place(election);
    expect(new Set(shaken).size).toBe(1);
    expect(new Set(voted).size).toBe(1);
    expect(shaken[0]).not.toBe(voted[0]);
    expect(clusters.clusterCount).toBe(2);
  });

  it('never cross languages, nor the window', () => {
    const clusters = createEventClusters();
    const first = clusters.add(report(earthquake[0]!, 0));
    const later = clusters.add(report(earthquake[0]!, clusterSettings.windowMs + hour));
    const foreign = clusters.add(report(earthquake[0]!, 0, 'de'));
    expect(new Set([first, later, foreign].map(({ clusterId }) => clusterId)).size).toBe(3);
  });

  it('become one when a report ties them together, under the id of the larger one', () => {
    const clusters = createEventClusters();
    const flood = report('River Elbe floods Dresden old town', 0);
    const train = ['Trains cancelled between Prague and Berlin', 'Prague Berlin trains cancelled'].map((t) =>
      report(t, 0),
    );
    const large = train.map((one) => clusters.add(one).clusterId)[0]!;
    const small = clusters.add(flood).clusterId;
    expect(small).not.toBe(large);
    clusters.join(small, large);
    const next = clusters.add(report('River Elbe floods Dresden old town again', hour));
    expect(next.clusterId).toBe(large);
  });

  it('name what ended when two clusters grow together, and the larger id lives on', () => {
    const clusters = createEventClusters({ ...clusterSettings, joinAt: 0.35, mergeAt: 0.3 });
    const titles = [
      'Storm Erik hits Oslo harbour',
      'Storm Erik hits Oslo harbour at night',
      'Erik storm damage closes Bergen airport',
      'Storm Erik closes Bergen airport and Oslo harbour',
    ];
    const placed = titles.map((title) => clusters.add(report(title, hour)));
    const ended = placed.flatMap(({ joined }) => joined);
    expect(ended).toEqual([placed[2]!.clusterId]);
    expect(placed[3]!.clusterId).toBe(placed[0]!.clusterId);
    expect(clusters.clusterCount).toBe(1);
  });

  it('go on as they were after a restart', () => {
    const before = createEventClusters();
    const reports = [...earthquake, ...election].map((title) => report(title, hour));
    const placed = reports.map((one) => before.add(one).clusterId);
    const after = createEventClusters();
    reports.forEach((one, at) => {
      after.restore(one, placed[at]!);
    });
    const next = report('Buildings in Lisbon damaged by the earthquake', 2 * hour);
    expect(after.add(next).clusterId).toBe(before.add(next).clusterId);
    expect(after.add(reports[0]!)).toEqual({ articleId: reports[0]!.id, clusterId: placed[0], joined: [] });
  });

  it('hold no more than the window and the limit', () => {
    const clusters = createEventClusters({ ...clusterSettings, articlesMax: 50 });
    for (let n = 0; n < 200; n++) clusters.add(report(`word${n} other${n} third${n}`, n * 60_000));
    clusters.forget(200 * 60_000);
    expect(clusters.articleCount).toBe(50);
    expect(clusters.clusterCount).toBe(50);
    clusters.forget(clusterSettings.windowMs * 2);
    expect([clusters.articleCount, clusters.clusterCount]).toEqual([0, 0]);
  });

  it('place every article in exactly one live cluster, whatever comes', () => {
    const title = fc.array(fc.constantFrom('storm', 'vote', 'bank', 'river', 'launch', '12', '30', 'café'), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(title, fc.nat(200)), { maxLength: 40 }), (stream) => {
        const clusters = createEventClusters();
        const clusterOf = new Map<number, number>();
        for (const [words, hours] of stream) {
          const article = report(words.join(' '), hours * hour);
          const { clusterId, joined } = clusters.add(article);
          clusterOf.set(article.id, clusterId);
          for (const [id, at] of clusterOf) if (joined.includes(at)) clusterOf.set(id, clusterId);
        }
        expect(new Set(clusterOf.values()).size).toBe(clusters.clusterCount);
        expect(clusters.articleCount).toBe(stream.length);
      }),
    );
  });
});

describe('event terms', () => {
  it('are content words, stems and numbers, in Chinese dictionary words after the fold', () => {
    expect([...eventTerms({ title: 'The buildings of 1999', text: '', language: 'en' }).keys()]).toEqual([
      'build',
      '#1999',
    ]);
    const simplified = eventTerms({ title: '列车在台湾出轨', text: '', language: 'zh' });
    expect(eventTerms({ title: '列車在臺灣出軌', text: '', language: 'zh' })).toEqual(simplified);
    expect([...simplified.keys()]).toContain('列车');
  });
});
