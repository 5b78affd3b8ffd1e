import '#shared/extension/no-eval.ts';
import { SidePanelScreen } from '#shared/extension/side-panel/side-panel-screen.tsx';
import { startSurface } from '#shared/extension/surface/start-surface.tsx';

void startSurface(<SidePanelScreen />);
