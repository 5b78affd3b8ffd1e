import * as accounts from './accounts.ts';
import * as channels from './channels.ts';
import * as collect from './collect.ts';
import type { EndpointShape } from './endpoint.ts';
import * as hotspots from './hotspots.ts';
import * as keywords from './keywords.ts';
import * as news from './news.ts';
import * as notices from './notices.ts';
import * as system from './system.ts';
import * as websiteImports from './website-imports.ts';
import * as websites from './websites.ts';

function isEndpoint(value: unknown): value is EndpointShape {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

/** Every endpoint of the product, for the OpenAPI document and for the test that each is served exactly once. */
export const allEndpoints: EndpointShape[] = [
  accounts,
  system,
  news,
  hotspots,
  keywords,
  websites,
  websiteImports,
  notices,
  channels,
  collect,
].flatMap((domain) => Object.values(domain).filter(isEndpoint));
