import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api/create-client.ts';

/** What another try may mend; a refusal stays a refusal. */
const worthRetrying = new Set(['NETWORK', 'INTERNAL', 'UNKNOWN']);
const retryMax = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) =>
        failures < retryMax && (!(error instanceof ApiError) || worthRetrying.has(error.errorName)),
    },
  },
});
