import { html, raw } from 'hono/html';
import type { EndpointShape } from '#shared/contract/endpoint.ts';
import { errorTable } from '#shared/contract/errors.ts';
import { errorsOf, openApiDocument } from '#shared/contract/openapi.ts';

const style = `
  :root { color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  h2 { font-size: 1.05rem; margin: 2.5rem 0 .25rem; }
  code, pre { font: 13px/1.5 ui-monospace, monospace; }
  pre { overflow: auto; padding: .75rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
  .method { display: inline-block; min-width: 4ch; font-weight: 600; }
  .muted { opacity: .7; }
`;

/** The API reference as a plain page without scripts. */
export function apiReferencePage(endpoints: readonly EndpointShape[], version: string) {
  const { paths } = openApiDocument(endpoints, version);
  const section = (endpoint: EndpointShape) => {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()] as {
      parameters: { name: string; in: string; required: boolean }[];
      requestBody?: { content: { 'application/json': { schema: unknown } } };
      responses: { '200': { content: { 'application/json': { schema: { properties: { data: unknown } } } } } };
    };
    const json = (value: unknown) => JSON.stringify(value, null, 2);
    const body = operation.requestBody?.content['application/json'].schema;
    const data = operation.responses['200'].content['application/json'].schema.properties.data;
    return html`<section>
      <h2 id="${endpoint.name}"><code><span class="method">${endpoint.method}</span> ${endpoint.path}</code></h2>
      <p>${endpoint.summary} <span class="muted">Access: ${endpoint.access}.</span></p>
      ${operation.parameters.length > 0 ? html`<p>Parameters: ${operation.parameters.map((p) => `${p.name}${p.required ? '' : '?'} (${p.in})`).join(', ')}</p>` : ''}
      ${body ? html`<details><summary>Body</summary><pre>${json(body)}</pre></details>` : ''}
      <details><summary>Data</summary><pre>${json(data)}</pre></details>
      <p class="muted">Errors: ${errorsOf(endpoint)
        .map((name) => `${errorTable[name].code} ${name}`)
        .join(', ')}</p>
    </section>`;
  };
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tidings API ${version}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><style>${raw(style)}</style></head>
    <body><h1>Tidings API ${version}</h1>
    <p>Machine-readable: <a href="/v1/openapi.json">/v1/openapi.json</a>. Send <code>Authorization: Bearer TOKEN</code>
    with the token that <code>POST /v1/login</code> gives. Every answer is an envelope:
    <code>{code: 200, message, data}</code>, or with an error status <code>{code, message, error, requestId}</code>.</p>
    ${endpoints.map(section)}</body></html>`;
}
