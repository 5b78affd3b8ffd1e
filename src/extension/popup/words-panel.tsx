import { type FormEvent, useState } from 'react';
import { previewKeyword, subscribeKeyword, unsubscribeKeyword } from '#shared/contract/keywords.ts';
import { Button } from '#shared/ui/button.tsx';
import { Input } from '#shared/ui/input.tsx';
import { Label } from '#shared/ui/label.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import type { Problem } from '../problem.ts';
import { problemText } from '../surface/problem-text.ts';
import { useTexts } from '../surface/surface-texts.tsx';
import type { Told } from '../surface/undo-bar.tsx';
import { askServer, useLoading } from '../surface/use-api.ts';
import { passageLengthMax, proposeKeyWords, queryFor, queryOfWords } from './key-words.ts';
import { WordsPreview } from './words-preview.tsx';

const previewDelayMs = 350;
const proposedAtFirst = 2;

export interface MarkedText {
  text: string;
  language: string;
}

/** A query to subscribe to; what it would have found is shown before it is saved. */
export function WordsPanel({ marked, tell }: { marked: MarkedText; tell: (told: Told) => void }) {
  const { t } = useTexts();
  const isPassage = marked.text.length > passageLengthMax;
  const proposals = isPassage ? proposeKeyWords(marked.text, marked.language) : [];
  const [chosen, setChosen] = useState(() => proposals.slice(0, proposedAtFirst));
  const [query, setQuery] = useState(() => (isPassage ? queryOfWords(chosen) : queryFor(marked.text)));
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const keyword = query.trim();
  const { result: preview } = useLoading(
    keyword === '' ? null : keyword,
    () => askServer(previewKeyword, { body: { keyword } }),
    previewDelayMs,
  );

  const change = (next: string) => {
    setQuery(next);
    setProblem(null);
  };
  const toggle = (word: string) => {
    const next = chosen.includes(word) ? chosen.filter((one) => one !== word) : [...chosen, word];
    setChosen(next);
    change(queryOfWords(next));
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (keyword === '') return;
    setSaving(true);
    const outcome = await askServer(subscribeKeyword, { body: { keyword } });
    setSaving(false);
    if (!outcome.ok) return setProblem(outcome.problem);
    const { id } = outcome.data;
    tell({
      text: t('words.saved', { words: keyword }),
      undo: async () => {
        const undone = await askServer(unsubscribeKeyword, { body: { id } });
        if (!undone.ok) tell({ text: problemText(undone.problem, t) });
      },
    });
    change('');
  };
  const shown = problem ?? (preview.state === 'failed' ? preview.problem : null);

  return (
    <form className="space-y-3 px-4 py-3" onSubmit={save}>
      <div className="space-y-1.5">
        <Label htmlFor="words">{t('words.label')}</Label>
        <div className="flex gap-2">
          <Input
            id="words"
            dir="auto"
            value={query}
            maxLength={4096}
            placeholder={t('words.placeholder')}
            aria-describedby="words-told"
            aria-invalid={shown !== null}
            onChange={(event) => change(event.target.value)}
          />
          <SubmitButton pending={isSaving} disabled={keyword === ''}>
            {t('words.save')}
          </SubmitButton>
        </div>
      </div>
      {proposals.length > 0 && (
        <fieldset className="space-y-1.5">
          <legend className="text-xs text-muted-foreground">{t('words.passage')}</legend>
          <div className="flex flex-wrap gap-1.5" lang={marked.language || undefined}>
            {proposals.map((word) => (
              <Button
                key={word}
                size="xs"
                variant={chosen.includes(word) ? 'default' : 'outline'}
                aria-pressed={chosen.includes(word)}
                onClick={() => toggle(word)}
              >
                {word}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      <div id="words-told" aria-live="polite">
        {shown ? (
          <QueryProblemNote problem={shown} onRepair={change} />
        ) : (
          <WordsPreview preview={preview} isEmpty={keyword === ''} />
        )}
      </div>
    </form>
  );
}

function QueryProblemNote({ problem, onRepair }: { problem: Problem; onRepair: (query: string) => void }) {
  const { t } = useTexts();
  const repair = problem.problems.map(repairOf).find((text) => text !== undefined);
  return (
    <div role="alert" className="space-y-2 rounded-md bg-destructive/10 px-3 py-2 text-destructive">
      <p>{problemText(problem, t)}</p>
      {repair !== undefined && (
        <Button variant="outline" size="xs" className="text-foreground" onClick={() => onRepair(repair)}>
          {t('words.repair', { words: repair })}
        </Button>
      )}
    </div>
  );
}

function repairOf(problem: unknown): string | undefined {
  const repair = (problem as { repair?: unknown } | null)?.repair;
  return typeof repair === 'string' && repair !== '' ? repair : undefined;
}
