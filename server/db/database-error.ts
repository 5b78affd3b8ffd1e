/** The database faults that services decide on; everything else is a defect or an outage. */
type DatabaseErrorKind = 'unique' | 'timeout' | 'other';

export class DatabaseError extends Error {
  readonly kind: DatabaseErrorKind;

  constructor(message: string, kind: DatabaseErrorKind) {
    super(message);
    this.kind = kind;
  }
}

const postgresUniqueViolation = '23505';
const postgresQueryCancelled = '57014';

/** True when a write was refused because the row is already there, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.kind === 'unique';
  return (error as { code?: string } | null)?.code === postgresUniqueViolation;
}

/** True when a statement was stopped because it took too long. */
export function isStatementTimeout(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.kind === 'timeout';
  return (error as { code?: string } | null)?.code === postgresQueryCancelled;
}
