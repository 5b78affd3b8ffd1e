import { expect, test } from 'vitest';
import { withoutSchemas } from './slim-endpoints.ts';

test('an endpoint keeps what a call needs and loses its schemas', () => {
  const code = `export const Body = z.object({});
export const login = endpoint({ name: 'login', method: 'POST', path: '/v1/login', access: 'public', limit: 'login',
  summary: 'x', body: Body, data: z.object({ token: z.string() }), errors: ['LOGIN_FAILED'] });
export const logout = endpoint({ name: 'logout', method: 'POST', path: '/v1/logout', access: 'member', data: Nothing });
`;
  expect(withoutSchemas(code)).toBe(`export const Body = /* @__PURE__ */ (() => z.object({}))();
export const login = /* @__PURE__ */ (() => endpoint({ name: 'login', method: 'POST', path: '/v1/login', access: 'public' }))();
export const logout = /* @__PURE__ */ (() => endpoint({ name: 'logout', method: 'POST', path: '/v1/logout', access: 'member' }))();
`);
});

test('what is not made by a call stays as it is', () => {
  const code = "export const kinds = ['a', 'b'];\nexport function endpoint(x) { return x; }\n";
  expect(withoutSchemas(code)).toBe(code);
});
