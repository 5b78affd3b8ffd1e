import { ApiError } from '#shared/api/create-client.ts';

/** The error a call was refused with; a call that succeeds fails the test. */
export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof ApiError) return outcome;
  throw outcome ?? new Error('the call was not refused');
}
