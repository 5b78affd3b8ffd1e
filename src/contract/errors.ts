/**
 * The error table. Server status, client class, documentation and translations (`errors` namespace) all come from it.
 * Numbers below 400001 are the specification's; ours start there.
 */
export const errorTable = {
  EMPTY: { code: 1007, status: 200 },
  NOT_LOGGED_IN: { code: 110002, status: 401 },
  TOKEN_EXPIRED: { code: 110003, status: 401 },
  TOKEN_INVALID: { code: 110004, status: 401 },
  FILES_LOGIN_REQUIRED: { code: 110005, status: 401 },
  FILES_LOGIN_EXPIRED: { code: 110006, status: 401 },
  FILES_LOGIN_INVALID: { code: 110008, status: 401 },

  INVALID_INPUT: { code: 400001, status: 400 },
  NOT_FOUND: { code: 400002, status: 404 },
  NOT_PERMITTED: { code: 400003, status: 403 },
  RATE_LIMITED: { code: 400004, status: 429 },
  BODY_TOO_LARGE: { code: 400005, status: 413 },
  INTERNAL: { code: 400006, status: 500 },
  BODY_NOT_JSON: { code: 400007, status: 400 },
  CROSS_SITE: { code: 400008, status: 403 },
  PAGE_TOO_DEEP: { code: 400009, status: 400 },

  LOGIN_FAILED: { code: 400010, status: 401 },
  LOGIN_LOCKED: { code: 400011, status: 429 },
  USER_NAME_TAKEN: { code: 400012, status: 409 },
  CODE_WRONG: { code: 400013, status: 400 },
  CODE_REQUIRED: { code: 400014, status: 400 },
  CONTACT_TAKEN: { code: 400015, status: 409 },
  INVITE_CODE_UNKNOWN: { code: 400016, status: 400 },
  PASSWORD_WRONG: { code: 400017, status: 400 },
  DEMO_ONLY_LOCAL: { code: 400018, status: 403 },

  PUSH_DEVICE_LIMIT: { code: 400019, status: 409 },

  QUERY_INVALID: { code: 400020, status: 400 },
  QUERY_EMPTY: { code: 400021, status: 400 },
  KEYWORD_LIMIT: { code: 400022, status: 409 },
  KEYWORD_EXISTS: { code: 400023, status: 409 },
  QUERY_TIMEOUT: { code: 400024, status: 503 },
  KEYWORD_IN_USE: { code: 400025, status: 409 },
  IMPORT_TOO_LONG: { code: 400026, status: 400 },

  URL_INVALID: { code: 400030, status: 400 },
  URL_BLOCKED: { code: 400031, status: 400 },
  SITE_UNREACHABLE: { code: 400032, status: 422 },
  NO_SOURCE_FOUND: { code: 400033, status: 422 },
  WEBSITE_EXISTS: { code: 400034, status: 409 },
  WEBSITE_LIMIT: { code: 400035, status: 409 },
  LIST_UNREADABLE: { code: 400036, status: 422 },
  LIST_EMPTY: { code: 400037, status: 422 },
  IMPORT_RUNNING: { code: 400038, status: 409 },

  COLLECT_EMPTY: { code: 400040, status: 400 },
  PAGE_NOT_READABLE: { code: 400041, status: 422 },
} as const satisfies Record<string, { code: number; status: number }>;

export type ErrorName = keyof typeof errorTable;

export const errorNames = Object.keys(errorTable) as ErrorName[];

const nameByCode = new Map<number, ErrorName>(errorNames.map((name) => [errorTable[name].code, name]));

export function errorNameOf(code: number): ErrorName | undefined {
  return nameByCode.get(code);
}

/** Errors every endpoint may answer with, so that no endpoint repeats them. */
export const commonErrors = [
  'INVALID_INPUT',
  'RATE_LIMITED',
  'BODY_TOO_LARGE',
  'BODY_NOT_JSON',
  'CROSS_SITE',
  'INTERNAL',
] as const satisfies readonly ErrorName[];

export const signedInErrors = [
  'NOT_LOGGED_IN',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
] as const satisfies readonly ErrorName[];
