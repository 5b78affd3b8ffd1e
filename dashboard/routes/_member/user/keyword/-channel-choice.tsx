import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { type ChannelState, getChannels } from '#shared/contract/channels.ts';
import type { KeywordSubscription } from '#shared/contract/keywords.ts';

type Channel = KeywordSubscription['channels'][number];

const offered = ['desktop', 'email', 'push', 'webhook', 'feed'] as const;

/** Whether a channel leads anywhere yet. */
function isReady(channel: (typeof offered)[number], state: ChannelState | undefined): boolean {
  if (!state || channel === 'desktop') return true;
  if (channel === 'push') return state.push.deviceCount > 0;
  return channel === 'webhook' ? state.webhook?.isOn === true : Boolean(state[channel]);
}

/** Where a subscription tells besides the inbox. One that is not set up can be chosen already; the hint says what is missing. */
export function ChannelChoice({ chosen, onChange }: { chosen: Channel[]; onChange: (chosen: Channel[]) => void }) {
  const { t } = useTranslation('keyword');
  const state = useQuery({ queryKey: ['channels'], queryFn: ({ signal }) => api(getChannels, { signal }) }).data;
  const toggle = (channel: Channel) =>
    onChange(chosen.includes(channel) ? chosen.filter((one) => one !== channel) : [...chosen, channel]);
  const missing = offered.filter((channel) => chosen.includes(channel) && !isReady(channel, state));
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{t('form.channels')}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {offered.map((channel) => (
          <label key={channel} className="flex items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-primary"
              checked={chosen.includes(channel)}
              onChange={() => toggle(channel)}
            />
            {t(`channel.${channel}`)}
          </label>
        ))}
      </div>
      {missing.length > 0 && (
        <p className="mt-2 text-xs text-muted-foreground">
          {t('form.channelMissing', { channels: missing.map((channel) => t(`channel.${channel}`)).join(' · ') })}{' '}
          <Link to="/user/personal" className="text-link whitespace-nowrap">
            {t('form.channelSetUp')}
          </Link>
        </p>
      )}
    </fieldset>
  );
}
