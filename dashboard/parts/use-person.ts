import { useQuery } from '@tanstack/react-query';
import { api } from '#dashboard/api.ts';
import { getPersonInfo } from '#shared/contract/accounts.ts';

/** The signed-in member's own data, shared by all screens that need it. */
export function usePerson() {
  return useQuery({ queryKey: ['person'], queryFn: ({ signal }) => api(getPersonInfo, { signal }) });
}
