/** Where notices go besides the inbox: e-mail, this browser, a webhook, a feed. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CheckIcon } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { errorText, Failure } from '#dashboard/parts/failure.tsx';
import { toCode } from '#shared/contract/accounts.ts';
import {
  type ChannelState,
  changeEmail,
  getChannels,
  removeWebhook,
  renewFeed,
  revokeFeed,
  rotateWebhookSecret,
  saveWebhook,
  testWebhook,
} from '#shared/contract/channels.ts';
import { currentLanguage } from '#shared/i18n/setup.ts';
import { ConfirmDialog } from '#shared/ui/alert-dialog.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Input } from '#shared/ui/input.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { toast } from '#shared/ui/toaster.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import { isPushOn, pushSupport, switchPushOff, switchPushOn } from './-push-switch.ts';

/** A test is delivered within seconds; until then the state is asked for again and again. */
const testRefreshMs = 2_000;
const testRefreshes = 5;

export function Channels() {
  const { t } = useTranslation('personal');
  const channels = useQuery({ queryKey: ['channels'], queryFn: ({ signal }) => api(getChannels, { signal }) });
  if (!channels.data) {
    return channels.error ? (
      <Failure error={channels.error} onRetry={() => void channels.refetch()} />
    ) : (
      <ListSkeleton rows={4} />
    );
  }
  const state = channels.data;
  return (
    <>
      <p className="mb-3 text-muted-foreground">{t('channels.text')}</p>
      <div className="divide-y border-y">
        <EmailRow email={state.email} />
        <PushRow push={state.push} />
        <WebhookRow webhook={state.webhook} />
        <FeedRow feed={state.feed} />
      </div>
    </>
  );
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-x-6 gap-y-1.5 py-3.5 sm:grid-cols-[7rem_minmax(0,1fr)]">
      <h3 id={id} className="font-medium sm:leading-8">
        {title}
      </h3>
      <div className="min-w-0 space-y-2">{children}</div>
    </section>
  );
}

function useChange<T>(work: (input: T) => Promise<unknown>, done?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['channels'] });
      done?.();
    },
  });
}

function Problem({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className="text-destructive">
      {errorText(error)}
    </p>
  );
}

function EmailRow({ email }: { email: string }) {
  const { t } = useTranslation('personal');
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [address, setAddress] = useState('');
  const [code, setCode] = useState('');
  const send = useMutation({
    mutationFn: () => api(toCode, { body: { to: address.trim(), purpose: 'contact', language: currentLanguage() } }),
  });
  const confirm = useChange(
    () => api(changeEmail, { body: { email: address.trim(), code: code.trim() } }),
    () => {
      toast.success(t('email.saved', { email: address.trim() }));
      void queryClient.invalidateQueries({ queryKey: ['person'] });
      setOpen(false);
      setCode('');
      send.reset();
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isSuccess) confirm.mutate(undefined);
    else send.mutate();
  };
  return (
    <Row title={t('email')}>
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        {email ? (
          <>
            <span className="min-w-0 break-all">{email}</span>
            <span className="inline-flex items-center gap-1 text-xs text-muted-foreground">
              <CheckIcon aria-hidden className="size-3.5" />
              {t('email.verified')}
            </span>
          </>
        ) : (
          <span className="text-muted-foreground">{t('email.none')}</span>
        )}
        {!isOpen && (
          <Button variant="outline" size="sm" className="ms-auto" onClick={() => setOpen(true)}>
            {t(email ? 'email.change' : 'email.set')}
          </Button>
        )}
      </div>
      {isOpen && (
        <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
          <Input
            type="email"
            required
            aria-label={t('email.new')}
            placeholder={t('email.new')}
            autoComplete="email"
            className="h-8 w-60 max-w-full"
            value={address}
            onChange={({ target }) => {
              setAddress(target.value);
              send.reset();
            }}
          />
          {send.isSuccess && (
            <Input
              required
              aria-label={t('email.code')}
              placeholder={t('email.code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              className="h-8 w-40"
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
          )}
          {/* Another button for the second step, so that its first click is not taken for a double one. */}
          <SubmitButton
            key={send.isSuccess ? 'confirm' : 'send'}
            size="sm"
            pending={send.isPending || confirm.isPending}
          >
            {t(send.isSuccess ? 'email.confirm' : 'email.send')}
          </SubmitButton>
          {send.isSuccess && (
            <p role="status" className="w-full text-muted-foreground">
              {t('email.sent', { email: address.trim() })}
            </p>
          )}
        </form>
      )}
      <Problem error={send.error ?? confirm.error} />
    </Row>
  );
}

function PushRow({ push }: { push: ChannelState['push'] }) {
  const { t } = useTranslation('personal');
  const id = useId();
  const support = pushSupport();
  const queryClient = useQueryClient();
  const here = useQuery({ queryKey: ['push-here'], queryFn: isPushOn });
  const toggle = useChange(
    (isOn: boolean) => (isOn ? switchPushOn(push.publicKey) : switchPushOff()),
    () => void queryClient.invalidateQueries({ queryKey: ['push-here'] }),
  );
  return (
    <Row title={t('push')}>
      <div className="flex min-h-8 items-center gap-3">
        <Switch
          id={id}
          checked={here.data ?? false}
          disabled={support !== 'ready' || toggle.isPending}
          onCheckedChange={(isOn) => toggle.mutate(isOn)}
        />
        <label htmlFor={id} className="min-w-0">
          {t('push.here')}
          {push.deviceCount > 0 && (
            <span className="text-muted-foreground"> · {t('push.count', { count: push.deviceCount })}</span>
          )}
        </label>
      </div>
      {support !== 'ready' && <p className="text-muted-foreground">{t(`push.${support}`)}</p>}
      {toggle.error && (
        <p role="alert" className="text-destructive">
          {t('push.failed')}
        </p>
      )}
    </Row>
  );
}

function WebhookRow({ webhook }: { webhook: ChannelState['webhook'] }) {
  const { t } = useTranslation(['personal', 'common']);
  const queryClient = useQueryClient();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [secret, setSecret] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const save = useChange(
    async () => setSecret((await api(saveWebhook, { body: { url: url.trim() } })).secret),
    () => void toast.success(t('webhook.saved')),
  );
  const rotate = useChange(async () => setSecret((await api(rotateWebhookSecret, { body: {} })).secret));
  const remove = useChange(
    () => api(removeWebhook, { body: {} }),
    () => {
      setSecret(undefined);
      setUrl('');
    },
  );
  const test = useMutation({
    mutationFn: () => api(testWebhook, { body: {} }),
    onSuccess: () => {
      toast.success(t('webhook.tested'));
      for (let step = 1; step <= testRefreshes; step++) {
        setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['channels'] }), step * testRefreshMs);
      }
    },
  });
  const isChanged = url.trim() !== (webhook?.url ?? '');
  return (
    <Row title={t('webhook')}>
      <form
        className="flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined);
        }}
      >
        <Input
          type="url"
          required
          aria-label={t('webhook.url')}
          placeholder="https://"
          className="h-8 min-w-0 flex-1 basis-56"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        {(isChanged || webhook?.isOn === false) && (
          <SubmitButton size="sm" pending={save.isPending}>
            {isChanged ? t('common:save') : t('webhook.onAgain')}
          </SubmitButton>
        )}
      </form>
      {webhook ? <WebhookHealth webhook={webhook} /> : <p className="text-muted-foreground">{t('webhook.none')}</p>}
      {secret && (
        <div className="rounded-md border bg-muted/60 p-3">
          <p className="text-muted-foreground">{t('webhook.secretText')}</p>
          <div className="mt-1 flex flex-wrap items-center gap-2">
            <output aria-label={t('webhook.secret')} className="min-w-0 font-mono text-xs break-all">
              {secret}
            </output>
            <CopyButton text={secret}>{t('webhook.secret')}</CopyButton>
          </div>
        </div>
      )}
      {webhook && (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" disabled={test.isPending} onClick={() => test.mutate()}>
            {t('webhook.test')}
          </Button>
          <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
            {t('webhook.rotate')}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => remove.mutate(undefined)}>
            {t('webhook.remove')}
          </Button>
        </div>
      )}
      <Problem error={save.error ?? rotate.error ?? test.error ?? remove.error} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('webhook.rotateTitle')}
        description={t('webhook.rotateText')}
        action={t('webhook.rotate')}
        onConfirm={() => rotate.mutate(undefined)}
      />
    </Row>
  );
}

function WebhookHealth({ webhook }: { webhook: NonNullable<ChannelState['webhook']> }) {
  const { t } = useTranslation('personal');
  const { language } = useUiTexts();
  const { isOn, failingSince, lastOkAt, lastError: error } = webhook;
  const time = (at: number) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  if (!isOn) return <p className="break-words text-destructive">{t('webhook.off', { error })}</p>;
  if (failingSince !== null) {
    return <p className="break-words text-destructive">{t('webhook.failing', { time: time(failingSince), error })}</p>;
  }
  return (
    <p className="text-muted-foreground">
      {lastOkAt === null ? t('webhook.unused') : t('webhook.ok', { time: time(lastOkAt) })}
    </p>
  );
}

function FeedRow({ feed }: { feed: ChannelState['feed'] }) {
  const { t } = useTranslation('personal');
  const [isAsking, setAsking] = useState(false);
  const renew = useChange(() => api(renewFeed, { body: {} }));
  const revoke = useChange(
    () => api(revokeFeed, { body: {} }),
    () => void toast.success(t('feed.revoked')),
  );
  const address = (path: string) => new URL(path, window.location.origin).href;
  return (
    <Row title={t('feed')}>
      <p className="text-muted-foreground sm:leading-8">{t('feed.text')}</p>
      <div className="flex flex-wrap gap-2">
        {feed ? (
          <>
            <CopyButton text={address(feed.rss)}>{t('copy.rss')}</CopyButton>
            <CopyButton text={address(feed.json)}>{t('copy.json')}</CopyButton>
            <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
              {t('feed.renew')}
            </Button>
            <Button variant="ghost" size="sm" onClick={() => revoke.mutate(undefined)}>
              {t('feed.revoke')}
            </Button>
          </>
        ) : (
          <Button variant="outline" size="sm" onClick={() => renew.mutate(undefined)}>
            {t('feed.create')}
          </Button>
        )}
      </div>
      <Problem error={renew.error ?? revoke.error} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('feed.renewTitle')}
        description={t('feed.renewText')}
        action={t('feed.renew')}
        onConfirm={() => renew.mutate(undefined)}
      />
    </Row>
  );
}

function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useTranslation('personal');
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast.success(t('copied'));
  };
  return (
    <Button variant="outline" size="sm" onClick={() => void copy()}>
      {children}
    </Button>
  );
}
