/** What each source prints with every article, learned from its latest ones. Holds the sources read last, forgets the others. */
import { indexedPart } from '../../text/document.ts';
import { tokeniseUnstemmed } from '../../text/tokens.ts';
import { comparedTokens, repeatedShingles } from './compared-tokens.ts';

export interface PrintedText {
  text: string;
  /** BCP 47 primary tag. */
  language: string;
}

/** Of a source's latest texts, so many are learned from. */
export const learnedTextsMax = 30;
/** A new design shows within this time. */
const freshMs = 3_600_000;
const sourcesMax = 500;
const blockTextMax = 8_000;

export interface BoilerplateBook {
  /** Shingles to leave out of the source's texts when they are compared. */
  repeatedOf(sourceId: number): Promise<readonly number[]>;
}

export function createBoilerplateBook(options: {
  now(): number;
  latestTexts(sourceId: number, count: number): Promise<PrintedText[]>;
  learn(texts: readonly PrintedText[]): Promise<number[]>;
}): BoilerplateBook {
  const known = new Map<number, { at: number; repeated: readonly number[] }>();
  return {
    async repeatedOf(sourceId) {
      const now = options.now();
      const entry = known.get(sourceId);
      if (entry && now - entry.at < freshMs) return entry.repeated;
      const texts = await options.latestTexts(sourceId, learnedTextsMax);
      const repeated = texts.length === 0 ? [] : await options.learn(texts);
      // Young sources have shown too little: they are looked at again with the next items.
      known.delete(sourceId);
      if (texts.length >= learnedTextsMax) known.set(sourceId, { at: now, repeated });
      for (const oldest of known.keys()) {
        if (known.size <= sourcesMax) break;
        known.delete(oldest);
      }
      return repeated;
    },
  };
}

/** Runs where tokens are made, in the reading thread. Blocks stand at a text's ends, so its middle may go. */
export function learnRepeated(texts: readonly PrintedText[]): number[] {
  return repeatedShingles(
    texts.map(({ text, language }) => {
      const ends =
        text.length <= blockTextMax ? text : `${indexedPart(text, blockTextMax / 2)}\n${text.slice(-blockTextMax / 2)}`;
      return comparedTokens(tokeniseUnstemmed(ends, language));
    }),
  );
}
