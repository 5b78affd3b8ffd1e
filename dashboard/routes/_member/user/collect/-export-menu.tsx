import { useMutation } from '@tanstack/react-query';
import { DownloadIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { downloadFile } from '#dashboard/parts/download-file.ts';
import { errorText } from '#dashboard/parts/failure.tsx';
import { exportCollect } from '#shared/contract/collect.ts';
import { Button } from '#shared/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#shared/ui/dropdown-menu.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { toast } from '#shared/ui/toaster.tsx';
import { type CollectState, placeQuery } from './-collect-state.ts';

const formats = ['json', 'csv', 'markdown', 'html'] as const;

/** The folder or tag that is shown, or everything, as one file. */
export function ExportMenu({ state, disabled }: { state: CollectState; disabled: boolean }) {
  const { t } = useTranslation('collect');
  const place = placeQuery(state);
  const save = useMutation({
    mutationFn: (format: (typeof formats)[number]) => api(exportCollect, { query: { format, ...place } }),
    onSuccess: downloadFile,
    onError: (error) => void toast.error(errorText(error)),
  });
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="sm" disabled={disabled || save.isPending}>
          {save.isPending ? <Spinner /> : <DownloadIcon />}
          {t('export')}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>{t(Object.keys(place).length > 0 ? 'export.part' : 'export.all')}</DropdownMenuLabel>
        {formats.map((format) => (
          <DropdownMenuItem key={format} onSelect={() => save.mutate(format)}>
            {t(`export.${format}`)}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
