/**
 * A build step that leaves out of axios what no call of ours can reach: together 9 kB gzip of every first view. Who comes
 * to need one of these takes its line out.
 */
import type { Plugin } from 'vite';

const leftOut: Record<string, string> = {
  // Browsers have XMLHttpRequest, which alone can tell how far an upload is.
  'adapters/fetch.js': 'export const getFetch = () => undefined;',
  // Calls are given up by a signal.
  'cancel/CancelToken.js': 'export default class {}',
  // Forms are sent as forms or as the contract's JSON, never one as the other.
  'helpers/formDataToJSON.js': 'export default () => null;',
  // A bearer header is asked for with every change, so no cookie has to be echoed.
  'helpers/cookies.js': 'export default { read: () => null, readAsync: async () => null };',
  // A query is written by `createClient`, a form by its own FormData.
  'helpers/AxiosURLSearchParams.js': 'export default class {}',
  'helpers/toURLEncodedForm.js': 'export default () => undefined;',
  'helpers/toFormData.js': 'export default () => undefined;',
  'helpers/HttpStatusCode.js': 'export default {};',
};

export function leanAxios(): Plugin {
  return {
    name: 'lean-axios',
    apply: 'build',
    load: {
      filter: { id: /\/node_modules\/axios\/lib\/.+\.js$/ },
      handler: (id) => leftOut[id.split('/axios/lib/').at(-1) ?? ''],
    },
  };
}
