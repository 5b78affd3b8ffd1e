import '#shared/extension/no-eval.ts';
import { defineBackground } from 'wxt/utils/define-background';
import { registerBackground } from '#shared/extension/background/register.ts';

export default defineBackground({ type: 'module', main: registerBackground });
