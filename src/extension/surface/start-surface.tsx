/** Mounts a page of the extension once the stored state is there, so that its first frame already shows something. */
import './surface.css';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { sendMessage } from '../messages.ts';
import { loadSurface, useSurface } from './surface-store.ts';
import { SurfaceTexts } from './surface-texts.tsx';

export async function startSurface(screen: ReactNode): Promise<void> {
  await loadSurface();
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(<SurfaceTexts>{screen}</SurfaceTexts>);
  if (useSurface.getState().session) void sendMessage('sync').catch(() => undefined);
}
