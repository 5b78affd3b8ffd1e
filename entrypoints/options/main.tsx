import '#shared/extension/no-eval.ts';
import { OptionsScreen } from '#shared/extension/options/options-screen.tsx';
import { startSurface } from '#shared/extension/surface/start-surface.tsx';

void startSurface(<OptionsScreen />);
