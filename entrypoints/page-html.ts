import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readRenderedHtml } from '#shared/extension/page/rendered-html.ts';

export default defineUnlistedScript(() => readRenderedHtml(document));
