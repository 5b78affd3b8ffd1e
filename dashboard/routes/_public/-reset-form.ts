/** The form for a forgotten password: what the contract asks for, and the password once more. */
import { z } from 'zod';
import { Email, Mobile, Password, type setPasswordByMobile } from '#shared/contract/accounts.ts';

export const ResetForm = z
  .object({
    contact: z.union([Email, Mobile]),
    code: z.string().trim().min(4).max(12),
    password: Password,
    repeated: z.string(),
  })
  .refine(({ password, repeated }) => password === repeated, { path: ['repeated'] });
export type FormInput = z.input<typeof ResetForm>;
export type FormOutput = z.output<typeof ResetForm>;

export function toBody({ contact, code, password }: FormOutput): z.input<typeof setPasswordByMobile.body> {
  return { mobile: contact, code, password };
}
