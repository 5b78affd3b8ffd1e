/** The registration form as the reader fills it in: one field for e-mail and number, where the contract has two. */
import { z } from 'zod';
import { Email, Mobile, RegisterBody } from '#shared/contract/accounts.ts';
import { currentLanguage } from '#shared/i18n/setup.ts';

export const RegisterForm = RegisterBody.pick({
  userName: true,
  password: true,
  inviteCode: true,
  agree: true,
}).extend({
  contact: z.union([z.literal(''), Email, Mobile]),
  code: z.string().trim().max(12),
});
export type FormInput = z.input<typeof RegisterForm>;
export type FormOutput = z.output<typeof RegisterForm>;

export function toBody({ contact, code, inviteCode, ...rest }: FormOutput): z.input<typeof RegisterBody> {
  return {
    ...rest,
    ...(contact && (contact.includes('@') ? { email: contact } : { mobile: contact })),
    ...(contact && code && { code }),
    ...(inviteCode && { inviteCode }),
    language: currentLanguage(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
