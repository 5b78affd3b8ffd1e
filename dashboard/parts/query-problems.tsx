/** What is wrong or doubtful in a query: the sentence, the place, and the mended query as one click. */
import type { TFunction } from 'i18next';
import { CircleAlertIcon, TriangleAlertIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/api/create-client.ts';
import type { QueryProblem } from '#shared/query/problems.ts';
import { Button } from '#shared/ui/button.tsx';
import { cn } from '#shared/ui/cn.ts';
import { errorText } from './failure.tsx';

/** The contract leaves problems open; only what has the expected shape is shown. */
export function readProblems(problems: readonly unknown[]): QueryProblem[] {
  return problems.filter(isProblem);
}

function isProblem(value: unknown): value is QueryProblem {
  const problem = value as Partial<QueryProblem> | null;
  return (
    typeof problem === 'object' &&
    typeof problem?.code === 'string' &&
    Number.isInteger(problem.start) &&
    Number.isInteger(problem.end)
  );
}

export function problemText({ code, args = {} }: QueryProblem, t: TFunction<'query'>): string {
  if (code === 'unknown-field' && args['suggestion']) return t('problem.unknown-field.suggestion', args);
  if (code === 'missing-operand')
    return t(args['side'] === 'left' ? 'problem.missing-operand.left' : 'problem.missing-operand.right', args);
  return t(`problem.${code}`, { ...args, defaultValue: t('problem.other') });
}

export function QueryProblems({
  query,
  problems,
  kind,
  onRepair,
}: {
  query: string;
  problems: readonly QueryProblem[];
  kind: 'error' | 'warning';
  onRepair: (query: string) => void;
}) {
  const { t } = useTranslation('query');
  if (problems.length === 0) return null;
  const Icon = kind === 'error' ? CircleAlertIcon : TriangleAlertIcon;
  return (
    <div role={kind === 'error' ? 'alert' : 'status'}>
      <ul className="space-y-2">
        {problems.map((problem) => (
          <li key={`${problem.code} ${problem.start}`} className="flex items-start gap-2">
            <Icon
              aria-hidden
              className={cn('mt-0.5 size-4 shrink-0', kind === 'error' ? 'text-destructive' : 'text-warning')}
            />
            <div className="min-w-0 space-y-1">
              <p>{problemText(problem, t)}</p>
              <Place query={query} problem={problem} kind={kind} />
              {problem.repair !== undefined && (
                <Repair repair={problem.repair} onRepair={() => onRepair(problem.repair ?? '')} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the server said against a query, with the places it named. */
export function QueryFailure({
  error,
  query,
  onRepair,
}: {
  error: unknown;
  query: string;
  onRepair: (query: string) => void;
}) {
  const problems = error instanceof ApiError ? readProblems(error.problems) : [];
  return (
    <div className="space-y-2">
      <p role="alert" className="text-destructive">
        {errorText(error)}
      </p>
      <QueryProblems query={query} problems={problems} kind="error" onRepair={onRepair} />
    </div>
  );
}

const aroundMax = 60;

/** The query with the wrong part underlined; of a long one only what stands around it. */
function Place({ query, problem, kind }: { query: string; problem: QueryProblem; kind: 'error' | 'warning' }) {
  const start = Math.min(Math.max(0, problem.start), query.length);
  const end = Math.min(Math.max(start, problem.end), query.length);
  if (end === start && start === 0) return null;
  const from = Math.max(0, start - aroundMax);
  const to = Math.min(query.length, end + aroundMax);
  return (
    <code className="block overflow-x-auto pb-1.5 font-[inherit] whitespace-pre text-muted-foreground" dir="auto">
      {from > 0 && '…'}
      {query.slice(from, start)}
      <span
        className={cn(
          'rounded-xs px-px text-foreground underline decoration-wavy underline-offset-3',
          kind === 'error' ? 'bg-destructive/15 decoration-destructive' : 'bg-warning/15 decoration-warning',
        )}
      >
        {query.slice(start, end) || '␣'}
      </span>
      {query.slice(end, to)}
      {to < query.length && '…'}
    </code>
  );
}

function Repair({ repair, onRepair }: { repair: string; onRepair: () => void }) {
  const { t } = useTranslation('query');
  return (
    <Button variant="outline" size="xs" className="h-auto! min-h-7 max-w-full whitespace-normal" onClick={onRepair}>
      {repair === '' ? t('repair.empty') : t('repair', { query: repair })}
    </Button>
  );
}
