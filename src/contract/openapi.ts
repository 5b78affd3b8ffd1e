import { z } from 'zod';
import type { EndpointShape } from './endpoint.ts';
import { Failure } from './envelope.ts';
import { commonErrors, type ErrorName, errorTable, signedInErrors } from './errors.ts';

/** Every error an endpoint may answer with. */
export function errorsOf(endpoint: EndpointShape): ErrorName[] {
  const access: ErrorName[] = endpoint.access === 'public' ? [] : [...signedInErrors];
  if (endpoint.access !== 'public' && endpoint.access !== 'member') access.push('NOT_PERMITTED');
  return [...new Set([...(endpoint.errors ?? []), ...access, ...commonErrors])];
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function parameters(endpoint: EndpointShape) {
  const of = (schema: z.ZodType | undefined, place: 'path' | 'query') => {
    if (!schema) return [];
    const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
      properties?: Record<string, unknown>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, value]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: value,
    }));
  };
  return [...of(endpoint.params, 'path'), ...of(endpoint.query, 'query')];
}

function failures(endpoint: EndpointShape) {
  const byStatus = new Map<number, ErrorName[]>();
  for (const name of errorsOf(endpoint)) {
    const { status } = errorTable[name];
    byStatus.set(status, [...(byStatus.get(status) ?? []), name]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      String(status),
      {
        description: names.map((name) => `${errorTable[name].code} ${name}`).join(' · '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  );
}

function operation(endpoint: EndpointShape) {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    ...(endpoint.access !== 'public' && { security: [{ bearer: [] }], 'x-access': endpoint.access }),
    parameters: parameters(endpoint),
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
      },
    }),
    responses: {
      '200': {
        description: 'ok',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['code', 'message', 'data'],
              properties: {
                code: { const: 200 },
                message: { type: 'string' },
                data: jsonSchema(endpoint.data, 'output'),
              },
            },
          },
        },
      },
      ...failures(endpoint),
    },
  };
}

/** The OpenAPI 3.1 description of the given endpoints. */
export function openApiDocument(endpoints: readonly EndpointShape[], version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidings API',
      version,
      description: 'Every answer is an envelope: `{code: 200, message, data}` or `{code, message, error, requestId}`.',
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: jsonSchema(Failure, 'output') },
    },
    paths,
  };
}
