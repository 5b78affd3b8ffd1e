/** The member's own data: name, language, time zone, membership, password, signing out. */
import { createFileRoute } from '@tanstack/react-router';
import { LogOutIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '#dashboard/parts/failure.tsx';
import { usePerson } from '#dashboard/parts/use-person.ts';
import { useSignOut } from '#dashboard/parts/use-sign-out.ts';
import type { PersonInfo } from '#shared/contract/accounts.ts';
import { loadTexts } from '#shared/i18n/setup.ts';
import { isVipActive } from '#shared/rules/member-access.ts';
import { exactTime } from '#shared/rules/relative-time.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { RelativeTime } from '#shared/ui/relative-time.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import { Channels } from './-channels.tsx';
import { PasswordForm } from './-password-form.tsx';
import { ProfileForm } from './-profile-form.tsx';

export const Route = createFileRoute('/_member/user/personal/')({
  staticData: { title: 'title.personal', auth: ['user-personal-index'] },
  loader: () => loadTexts('personal'),
  component: PersonalScreen,
});

function PersonalScreen() {
  const { t } = useTranslation(['personal', 'common']);
  const person = usePerson();
  return (
    <div className="max-w-2xl">
      <h1 className="text-lg font-semibold">{t('common:title.personal')}</h1>
      {person.data ? (
        <>
          <Account person={person.data} />
          <Part title={t('profile')}>
            <ProfileForm key={person.data.userId} person={person.data} />
          </Part>
          <Part title={t('channels')}>
            <Channels />
          </Part>
          <Part title={t('password')}>
            <PasswordForm userName={person.data.userName} />
          </Part>
          <Part title={t('leave')}>
            <SignOut />
          </Part>
        </>
      ) : person.error ? (
        <Failure error={person.error} onRetry={() => void person.refetch()} />
      ) : (
        <ListSkeleton rows={5} />
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="mt-8 border-t pt-5">
      <h2 id={headingId} className="mb-4 text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Account({ person }: { person: PersonInfo }) {
  const { t } = useTranslation('personal');
  return (
    <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
      <Fact name={t('userName')}>{person.userName}</Fact>
      {person.email && <Fact name={t('email')}>{person.email}</Fact>}
      {person.mobile && <Fact name={t('mobile')}>{person.mobile}</Fact>}
      <Fact name={t('membership')}>
        <Membership person={person} />
      </Fact>
      <Fact name={t('since')}>
        <RelativeTime at={person.createdAt} />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

function Membership({ person: { memberInfo } }: { person: PersonInfo }) {
  const { t } = useTranslation('personal');
  const { language } = useUiTexts();
  const until = memberInfo.vip_expire_time;
  const day = until === null ? '' : new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(until);
  const exact = until === null ? undefined : exactTime(until, language);
  if (isVipActive(memberInfo, Date.now())) {
    return (
      <span title={exact} className="flex flex-wrap items-center gap-2">
        <Badge variant="primary">VIP</Badge>
        {t('vip.until', { day })}
      </span>
    );
  }
  return <span title={exact}>{memberInfo.is_vip && until !== null ? t('vip.over', { day }) : t('vip.none')}</span>;
}

function SignOut() {
  const { t } = useTranslation(['personal', 'common']);
  const signOut = useSignOut();
  return (
    <>
      <p className="mb-3 text-muted-foreground">{t('leave.text')}</p>
      <SubmitButton type="button" variant="outline" onClick={() => void signOut()}>
        <LogOutIcon />
        {t('common:signOut')}
      </SubmitButton>
    </>
  );
}
