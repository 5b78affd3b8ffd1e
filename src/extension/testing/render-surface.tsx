import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { loadSurface } from '../surface/surface-store.ts';
import { SurfaceTexts } from '../surface/surface-texts.tsx';

/** As `startSurface` does it: the stored state first, then the first frame. */
export async function renderSurface(screen: ReactNode) {
  await loadSurface();
  return render(<SurfaceTexts>{screen}</SurfaceTexts>);
}
