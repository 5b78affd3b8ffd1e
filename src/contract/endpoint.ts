/**
 * One object describes one API call: the server validates and documents by it, the client is typed by it.
 * This folder is the bottom of the house: it imports zod and itself, nothing else.
 */
import type { z } from 'zod';
import type { ErrorName } from './errors.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: everybody, any signed-in member, or a holder of the permission. */
export type Access = 'public' | 'member' | Permission;

/** Named limits live in the server; an endpoint only says which one it falls under. */
export type RateLimitName = 'read' | 'write' | 'search' | 'login' | 'code' | 'fetch';

export interface EndpointShape {
  name: string;
  method: Method;
  /** `{id}` marks a path parameter. */
  path: `/${string}`;
  access: Access;
  summary: string;
  limit?: RateLimitName;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Bytes of request body accepted; the server's default is 1 MB. */
  bodyMaxBytes?: number;
  data: z.ZodType;
  errors?: readonly ErrorName[];
}

export function endpoint<const E extends EndpointShape>(definition: E): E {
  return definition;
}

type Part<E, K extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> = E extends {
  [key in K]: infer S extends z.ZodType;
}
  ? { [key in K]: Side extends 'input' ? z.input<S> : z.output<S> }
  : unknown;

/** What a caller passes. */
export type RequestOf<E extends EndpointShape> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'>;

/** What a handler receives after validation. */
export type ParsedRequestOf<E extends EndpointShape> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'>;

export type DataOf<E extends EndpointShape> = z.output<E['data']>;
