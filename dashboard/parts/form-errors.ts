/** Words what a schema of the contract finds wrong, in the reader's language. */
import type { TFunction } from 'i18next';
import type { z } from 'zod';

/** For `zodResolver(schema, { error: formErrors(t) })`. */
export function formErrors(t: TFunction): (issue: z.core.$ZodRawIssue) => string {
  return (issue) => {
    switch (issue.code) {
      case 'too_small':
        if (issue.origin === 'string') {
          return issue.minimum === 1 ? t('form.required') : t('form.tooShort', { min: Number(issue.minimum) });
        }
        return t('form.tooSmall', { min: Number(issue.minimum) });
      case 'too_big':
        if (issue.origin === 'string') return t('form.tooLong', { max: Number(issue.maximum) });
        return t('form.tooLarge', { max: Number(issue.maximum) });
      case 'invalid_type':
        return issue.input === undefined || issue.input === '' ? t('form.required') : t('form.invalid');
      case 'invalid_format':
        return issue.format === 'email' ? t('form.email') : t('form.characters');
      default:
        return t('form.invalid');
    }
  };
}
