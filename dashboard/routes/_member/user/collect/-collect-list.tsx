import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CollectItem } from '#shared/contract/collect.ts';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { ForeignText } from '#shared/ui/foreign-text.tsx';
import { Label } from '#shared/ui/label.tsx';
import { RelativeTime } from '#shared/ui/relative-time.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { useRemoveItems } from './-use-remove-items.ts';

interface ListActions {
  onOpen(id: number): void;
  onTag(tag: string): void;
}

/** One page of the collection. What is ticked counts only while it is shown. */
export function CollectList({ items, ...actions }: { items: readonly CollectItem[] } & ListActions) {
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const chosen = items.filter(({ id }) => ticked.includes(id)).map(({ id }) => id);
  const tick = (id: number, isOn: boolean) => setTicked(isOn ? [...chosen, id] : chosen.filter((each) => each !== id));
  return (
    <>
      <SelectionBar
        count={chosen.length}
        total={items.length}
        onAll={(isOn) => setTicked(isOn ? items.map(({ id }) => id) : [])}
        ids={chosen}
      />
      <ul className="divide-y">
        {items.map((item) => (
          <CollectRow
            key={item.id}
            item={item}
            isTicked={chosen.includes(item.id)}
            onTick={(isOn) => tick(item.id, isOn)}
            {...actions}
          />
        ))}
      </ul>
    </>
  );
}

function SelectionBar({
  count,
  total,
  ids,
  onAll,
}: {
  count: number;
  total: number;
  ids: number[];
  onAll: (isOn: boolean) => void;
}) {
  const { t } = useTranslation('collect');
  const allId = useId();
  const remove = useRemoveItems(() => onAll(false));
  const state = count === 0 ? false : count === total || 'indeterminate';
  return (
    <div className="flex h-9 items-center gap-3 border-b">
      <Checkbox id={allId} checked={state} onCheckedChange={(isOn) => onAll(isOn === true)} />
      <Label htmlFor={allId} className="font-normal text-muted-foreground">
        {t('select.all')}
      </Label>
      <span role="status" className="text-muted-foreground tabular-nums">
        {count > 0 && t('select.count', { count })}
      </span>
      {count > 0 && (
        <SubmitButton
          type="button"
          variant="outline"
          size="xs"
          pending={remove.isPending}
          onClick={() => remove.mutate(ids)}
        >
          {t('remove')}
        </SubmitButton>
      )}
    </div>
  );
}

function CollectRow({
  item,
  isTicked,
  onTick,
  onOpen,
  onTag,
}: { item: CollectItem; isTicked: boolean; onTick: (isOn: boolean) => void } & ListActions) {
  const { t } = useTranslation('collect');
  const { language, script } = item;
  return (
    <li className="flex gap-3 py-3">
      <Checkbox
        className="mt-1"
        checked={isTicked}
        aria-label={t('select.one', { title: item.title })}
        onCheckedChange={(isOn) => onTick(isOn === true)}
      />
      <article className="min-w-0 flex-1">
        <h2 className="text-[0.9375rem] leading-6 font-medium">
          <button
            type="button"
            onClick={() => onOpen(item.id)}
            className="max-w-full text-start wrap-anywhere hover:underline hover:underline-offset-3"
          >
            <ForeignText language={language} script={script}>
              {item.title || item.url}
            </ForeignText>
          </button>
        </h2>
        <p className="flex flex-wrap gap-x-2 text-xs leading-5 text-muted-foreground">
          <span>{t(`kind.${item.kind}`)}</span>
          {item.siteName && (
            <ForeignText language={language} script={script}>
              {item.siteName}
            </ForeignText>
          )}
          {item.folder && <span>{item.folder}</span>}
          <RelativeTime at={item.createdAt} className="tabular-nums" />
        </p>
        <Excerpt item={item} />
        {item.note && (
          <p className="mt-1 line-clamp-2 max-w-[80ch] border-s-2 ps-2 whitespace-pre-line">
            <span className="sr-only">{t('note')}: </span>
            {item.note}
          </p>
        )}
        {item.tags.length > 0 && (
          <ul aria-label={t('tags')} className="mt-1.5 flex flex-wrap gap-1">
            {item.tags.map((tag) => (
              <li key={tag}>
                <Button
                  variant="secondary"
                  className="h-5 max-w-40 px-1.5 text-xs font-normal"
                  onClick={() => onTag(tag)}
                >
                  <span className="truncate">{tag}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </article>
    </li>
  );
}

/** A highlight is what was marked, so it looks marked. */
function Excerpt({ item: { kind, excerpt, language, script } }: { item: CollectItem }) {
  if (!excerpt) return null;
  return (
    <ForeignText
      as="p"
      language={language}
      script={script}
      className="mt-1 line-clamp-2 max-w-[80ch] text-foreground/80"
    >
      {kind === 'highlight' ? <mark>{excerpt}</mark> : excerpt}
    </ForeignText>
  );
}
