import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readPageSummary } from '#shared/extension/page/page-summary.ts';

export default defineUnlistedScript(() => readPageSummary(document));
