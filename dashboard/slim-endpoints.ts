/**
 * A build step that leaves out of every endpoint what only the server needs, and lets schemas no screen uses be dropped.
 * A client calls by method and path, so screens without a form load no validator (25 kB gzip). Types are not touched.
 */
import { type Plugin, parseAst } from 'vite';

const kept = new Set(['name', 'method', 'path', 'access']);

type Node = { type: string; start: number; end: number };
type Property = Node & { key?: { name?: string } };
type Call = Node & { callee: Node & { name?: string }; arguments: (Node & { properties?: Property[] })[] };
type Declaration = { declarations?: { init?: Call }[] };
type Program = { body: (Declaration & { declaration?: Declaration })[] };

export function slimEndpoints(): Plugin {
  return {
    name: 'slim-endpoints',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/contract\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: withoutSchemas(code), map: null }),
    },
  };
}

/** @param code JavaScript of a contract module */
export function withoutSchemas(code: string): string {
  const { body } = parseAst(code) as unknown as Program;
  const calls = body
    .flatMap((statement) => statement.declaration?.declarations ?? statement.declarations ?? [])
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? init : []));
  return calls.reduceRight(
    (text, call) => text.slice(0, call.start) + droppable(slim(call, code)) + text.slice(call.end),
    code,
  );
}

function slim(call: Call, code: string): string {
  const [argument] = call.arguments;
  const isEndpoint = call.callee.name === 'endpoint' && argument?.type === 'ObjectExpression';
  if (!isEndpoint) return code.slice(call.start, call.end);
  const properties = (argument.properties ?? []).filter(({ key }) => key?.name && kept.has(key.name));
  return `endpoint({ ${properties.map(({ start, end }) => code.slice(start, end)).join(', ')} })`;
}

/** Making a schema only makes a value, which the bundler cannot know of the calls in it. */
function droppable(expression: string): string {
  return `/* @__PURE__ */ (() => ${expression})()`;
}
