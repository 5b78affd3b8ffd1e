import '#shared/extension/no-eval.ts';
import { PopupScreen } from '#shared/extension/popup/popup-screen.tsx';
import { startSurface } from '#shared/extension/surface/start-surface.tsx';

void startSurface(<PopupScreen />);
