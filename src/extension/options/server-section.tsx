import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { Input } from '#shared/ui/input.tsx';
import { Label } from '#shared/ui/label.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { defaultServer } from '../storage/items.ts';
import { useSurface } from '../surface/surface-store.ts';
import { useTexts } from '../surface/surface-texts.tsx';
import { chooseServer, type ServerVerdict } from './choose-server.ts';

export function ServerSection() {
  const { t } = useTexts();
  const server = useSurface((state) => state.server);
  const [address, setAddress] = useState(server);
  const [isChecking, setChecking] = useState(false);
  const [verdict, setVerdict] = useState<ServerVerdict | null>(null);
  useEffect(() => setAddress(server), [server]);

  const check = async (typed: string) => {
    const answer = chooseServer(typed);
    setChecking(true);
    setVerdict(null);
    setVerdict(await answer);
    setChecking(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void check(address);
  };

  return (
    <form onSubmit={submit} className="space-y-2">
      <Label htmlFor="server">{t('server.address')}</Label>
      <div className="flex gap-2">
        <Input
          id="server"
          inputMode="url"
          spellCheck={false}
          value={address}
          aria-describedby="server-told"
          aria-invalid={verdict !== null && verdict !== 'ok'}
          onChange={(event) => setAddress(event.target.value)}
        />
        <SubmitButton variant="outline" pending={isChecking}>
          {t('server.save')}
        </SubmitButton>
      </div>
      <p id="server-told" role="status" className={verdict === 'ok' ? 'text-success' : 'text-destructive'}>
        {verdict && t(`server.${verdict}`)}
      </p>
      <p className="text-xs text-muted-foreground">
        {t('server.hint')}{' '}
        {server !== defaultServer && (
          <Button variant="link" className="text-xs" onClick={() => void check(defaultServer)}>
            {t('server.default')}
          </Button>
        )}
      </p>
    </form>
  );
}
