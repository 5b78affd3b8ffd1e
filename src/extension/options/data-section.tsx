import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { sendMessage } from '../messages.ts';
import { useTexts } from '../surface/surface-texts.tsx';
import { downloadData } from './export-data.ts';

export function DataSection() {
  const { t } = useTexts();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <p className="flex items-center gap-4">
        <span className="flex-1 text-muted-foreground">{t('data.exportHint')}</span>
        <Button variant="outline" size="sm" onClick={() => void downloadData()}>
          {t('data.export')}
        </Button>
      </p>
      <p className="flex items-center gap-4">
        <span className="flex-1 text-muted-foreground">{isAsking ? t('data.resetSure') : t('data.resetHint')}</span>
        {isAsking && (
          <Button variant="ghost" size="sm" onClick={() => setAsking(false)}>
            {t('action.cancel')}
          </Button>
        )}
        <Button
          variant={isAsking ? 'destructive' : 'outline'}
          size="sm"
          onClick={() => {
            setAsking(!isAsking);
            if (isAsking) void sendMessage('resetAll');
          }}
        >
          {t('data.reset')}
        </Button>
      </p>
    </>
  );
}
