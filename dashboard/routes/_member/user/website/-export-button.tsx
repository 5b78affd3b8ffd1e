import { useMutation } from '@tanstack/react-query';
import { DownloadIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { downloadFile } from '#dashboard/parts/download-file.ts';
import { errorText } from '#dashboard/parts/failure.tsx';
import { exportWebsites } from '#shared/contract/website-imports.ts';
import { Button } from '#shared/ui/button.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { toast } from '#shared/ui/toaster.tsx';

/** Everything followed, as a file that other readers take. */
export function ExportButton() {
  const { t } = useTranslation('website');
  const save = useMutation({
    mutationFn: () => api(exportWebsites, {}),
    onSuccess: downloadFile,
    onError: (error) => void toast.error(errorText(error)),
  });
  return (
    <Button
      variant="outline"
      size="sm"
      title={t('export.title')}
      disabled={save.isPending}
      onClick={() => save.mutate()}
    >
      {save.isPending ? <Spinner /> : <DownloadIcon />}
      {t('export')}
    </Button>
  );
}
