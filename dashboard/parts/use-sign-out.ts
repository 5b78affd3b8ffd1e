import { useNavigate } from '@tanstack/react-router';
import { logout } from '#shared/contract/accounts.ts';
import { api, endSession } from '../api.ts';

export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    // Signed out here even when the server cannot be told; there the token runs out within a day.
    await api(logout).catch(() => undefined);
    endSession();
    await navigate({ to: '/home' });
  };
}
