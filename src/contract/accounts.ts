import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Instant, languages, Nothing } from './envelope.ts';

export const UserName = z
  .string()
  .trim()
  .min(2)
  .max(32)
  .regex(/^[\p{L}\p{N}_.-]+$/u);
export const Password = z.string().min(8).max(128);
export const Email = z.email().max(254);
export const Mobile = z.string().regex(/^\+?[0-9]{6,15}$/);
export const Language = z.enum(languages);

/** Between these minutes of the member's day nothing is told at once; the day may change in between. */
export const QuietHours = z.object({
  from: z.number().int().min(0).max(1_439),
  to: z.number().int().min(0).max(1_439),
});

export const SessionUser = z.object({
  userId: z.number().int(),
  userName: z.string(),
  type: z.enum(['member', 'admin']),
  access: z.array(z.string()),
});
export type SessionUser = z.infer<typeof SessionUser>;

export const Session = z.object({
  token: z.string(),
  expiresAt: Instant,
  uuid: z.string(),
  user: SessionUser,
  uniqueAuth: z.array(z.string()),
});
export type Session = z.infer<typeof Session>;

export const PersonInfo = z.object({
  userId: z.number().int(),
  userName: z.string(),
  type: z.enum(['member', 'admin']),
  real_name: z.string(),
  nickname: z.string(),
  image: z.string(),
  email: z.string(),
  mobile: z.string(),
  language: Language,
  timeZone: z.string(),
  quietHours: QuietHours.nullable(),
  memberInfo: z.object({ is_vip: z.boolean(), vip_expire_time: Instant.nullable() }),
  access: z.array(z.string()),
  uniqueAuth: z.array(z.string()),
  createdAt: Instant,
});
export type PersonInfo = z.infer<typeof PersonInfo>;

export const RegisterBody = z.object({
  userName: UserName,
  password: Password,
  email: Email.optional(),
  mobile: Mobile.optional(),
  /** Proof that the e-mail address or number is the caller's; asked for when one is given. */
  code: z.string().max(12).optional(),
  inviteCode: z.string().trim().max(32).optional(),
  language: Language.optional(),
  timeZone: z.string().max(64).optional(),
  agree: z.literal(true),
});

export const LoginBody = z.object({
  account: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(128),
  /** Shown to the member in the list of sessions: "extension", "dashboard". */
  client: z.enum(['dashboard', 'extension', 'other']).default('other'),
});

export const codePurposes = ['register', 'password', 'contact'] as const;

export const register = endpoint({
  name: 'register',
  method: 'POST',
  path: '/v1/register',
  access: 'public',
  limit: 'login',
  summary: 'Create a member account and sign in.',
  body: RegisterBody,
  data: Session,
  errors: ['USER_NAME_TAKEN', 'CONTACT_TAKEN', 'CODE_REQUIRED', 'CODE_WRONG', 'INVITE_CODE_UNKNOWN'],
});

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/v1/login',
  access: 'public',
  limit: 'login',
  summary: 'Sign in with user name, e-mail address or number.',
  body: LoginBody,
  data: Session,
  errors: ['LOGIN_FAILED', 'LOGIN_LOCKED', 'DEMO_ONLY_LOCAL'],
});

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/v1/logout',
  access: 'member',
  summary: 'Revoke the token in use.',
  data: Nothing,
});

export const toCode = endpoint({
  name: 'toCode',
  method: 'POST',
  path: '/v1/toCode',
  access: 'public',
  limit: 'code',
  summary: 'Send a one-time code to an e-mail address or number. Answers the same whether or not an account has it.',
  body: z.object({ to: z.union([Email, Mobile]), purpose: z.enum(codePurposes), language: Language.optional() }),
  data: z.object({ expiresAt: Instant, retryAt: Instant }),
});

export const getPersonInfo = endpoint({
  name: 'getPersonInfo',
  method: 'GET',
  path: '/v1/get_person_info',
  access: 'member',
  summary: 'Who the token belongs to.',
  data: PersonInfo,
});

export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'POST',
  path: '/v1/update_profile',
  access: 'member',
  limit: 'write',
  summary: 'Change display name, language, time zone and quiet hours.',
  body: z.object({
    real_name: z.string().trim().max(64).optional(),
    nickname: z.string().trim().max(64).optional(),
    language: Language.optional(),
    timeZone: z.string().max(64).optional(),
    quietHours: QuietHours.nullable().optional(),
  }),
  data: PersonInfo,
});

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/v1/change_password',
  access: 'member',
  limit: 'login',
  summary: 'Change the password; every other session ends.',
  body: z.object({ oldPassword: z.string().min(1).max(128), newPassword: Password }),
  data: Nothing,
  errors: ['PASSWORD_WRONG'],
});

export const setPasswordByMobile = endpoint({
  name: 'setPasswordByMobile',
  method: 'POST',
  path: '/v1/SetPasswordByMobile',
  access: 'public',
  limit: 'login',
  summary: 'Set a new password with a code sent to the account’s number or e-mail address.',
  body: z.object({ mobile: z.union([Mobile, Email]), code: z.string().min(4).max(12), password: Password }),
  data: Nothing,
  errors: ['CODE_WRONG'],
});
