/** Follows a website: its address is looked at, what was found there is offered, one of it is chosen. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '#dashboard/api.ts';
import { errorText } from '#dashboard/parts/failure.tsx';
import { formErrors } from '#dashboard/parts/form-errors.ts';
import { FormField } from '#dashboard/parts/form-field.tsx';
import { ApiError } from '#shared/api/create-client.ts';
import { Address, type DiscoveredFeed, discoverWebsite, subscribeWebsite } from '#shared/contract/websites.ts';
import { Button } from '#shared/ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#shared/ui/dialog.tsx';
import { Input } from '#shared/ui/input.tsx';
import { Progress } from '#shared/ui/progress.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { toast } from '#shared/ui/toaster.tsx';
import { FeedChoice } from './-feed-choice.tsx';

const AddressForm = z.object({ url: Address });
type FormInput = z.input<typeof AddressForm>;

export function AddDialog({ address, onClose }: { address?: string; onClose: () => void }) {
  const { t } = useTranslation('website');
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <DialogContent className="max-w-xl">
        <DialogHeader>
          <DialogTitle>{t('add.title')}</DialogTitle>
          <DialogDescription>{t('add.text')}</DialogDescription>
        </DialogHeader>
        <Steps address={address} onClose={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function Steps({ address = '', onClose }: { address?: string; onClose: () => void }) {
  const { t } = useTranslation('website');
  const { t: tCommon } = useTranslation();
  const search = useDiscovery();
  const form = useForm<FormInput>({
    resolver: zodResolver(AddressForm, { error: formErrors(tCommon) as () => string }),
    defaultValues: { url: address },
  });
  const feeds = search.isSearching ? undefined : search.found?.feeds;
  return (
    <>
      <form noValidate onSubmit={form.handleSubmit(({ url }) => search.start(url))}>
        <FormField label={t('add.address')} hint={t('add.addressHint')} error={form.formState.errors.url?.message}>
          {(control) => (
            <span className="flex gap-2">
              <Input
                {...control}
                {...form.register('url', { onChange: search.forget })}
                inputMode="url"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder="https://"
                dir="ltr"
              />
              <SubmitButton variant={feeds ? 'outline' : 'default'} disabled={search.isSearching}>
                {t('add.find')}
              </SubmitButton>
            </span>
          )}
        </FormField>
      </form>
      {search.isSearching && <Searching onCancel={search.cancel} />}
      {search.error && <NotFound error={search.error} />}
      {search.found && feeds && (
        <Candidates key={search.found.url} url={search.found.url} feeds={feeds} onClose={onClose} />
      )}
    </>
  );
}

/** Looking at a foreign site can take long, so it can be given up. */
function useDiscovery() {
  const running = useRef<AbortController>(undefined);
  const mutation = useMutation({
    mutationFn: async (url: string) => {
      running.current = new AbortController();
      const { feeds } = await api(discoverWebsite, { body: { url }, signal: running.current.signal });
      return { url, feeds };
    },
  });
  useEffect(() => () => running.current?.abort(), []);
  const forget = () => {
    running.current?.abort();
    mutation.reset();
  };
  return {
    start: (url: string) => mutation.mutate(url),
    cancel: forget,
    forget,
    isSearching: mutation.isPending,
    found: mutation.data,
    error: mutation.error,
  };
}

const usualMaxSeconds = 20;

function Searching({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation('website');
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="space-y-2">
      <p role="status">{t('add.searching')}</p>
      <Progress value={Math.min(95, (seconds / usualMaxSeconds) * 100)} label={t('add.searching')} />
      <div className="flex items-center justify-between gap-4">
        <span className="text-xs text-muted-foreground tabular-nums">
          {t('add.elapsed', { seconds, max: usualMaxSeconds })}
        </span>
        <Button variant="outline" size="sm" onClick={onCancel}>
          {t('add.stop')}
        </Button>
      </div>
    </div>
  );
}

const advised = ['NO_SOURCE_FOUND', 'SITE_UNREACHABLE', 'URL_INVALID', 'NETWORK'] as const;

function NotFound({ error }: { error: unknown }) {
  const { t } = useTranslation('website');
  const advice = error instanceof ApiError ? advised.find((name) => name === error.errorName) : undefined;
  return (
    <div role="alert" className="space-y-1">
      <p className="break-words text-destructive">{errorText(error)}</p>
      {advice && <p className="text-muted-foreground">{t(`add.advice.${advice}`)}</p>}
    </div>
  );
}

function Candidates({ url, feeds, onClose }: { url: string; feeds: DiscoveredFeed[]; onClose: () => void }) {
  const { t } = useTranslation(['website', 'common']);
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState(feeds.find(({ subscribed }) => !subscribed)?.url);
  const follow = useMutation({
    mutationFn: (feedUrl: string) => api(subscribeWebsite, { body: { url, feedUrl } }),
    onSuccess: async ({ source }) => {
      toast.success(t('add.done', { title: source.title }));
      await queryClient.invalidateQueries({ queryKey: ['website'] });
      onClose();
    },
  });
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== undefined) follow.mutate(chosen);
      }}
    >
      <FeedChoice feeds={feeds} chosen={chosen} onChoose={setChosen} />
      {follow.error && <NotFound error={follow.error} />}
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <SubmitButton pending={follow.isPending} disabled={chosen === undefined}>
          {t('add.follow')}
        </SubmitButton>
      </DialogFooter>
    </form>
  );
}
