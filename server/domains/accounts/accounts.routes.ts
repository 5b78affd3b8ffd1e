import * as endpoints from '#shared/contract/accounts.ts';
import { changeEmail as changeEmailEndpoint } from '#shared/contract/channels.ts';
import type { Serve } from '../../http/serve.ts';
import {
  changeEmail,
  changePassword,
  getPerson,
  logIn,
  logOut,
  registerMember,
  sendCode,
  setPasswordByCode,
  updateProfile,
} from './accounts.service.ts';

export function accountRoutes(serve: Serve): void {
  serve(endpoints.register, ({ ctx, body }) => registerMember(ctx, body));
  serve(endpoints.login, ({ ctx, body, clientAddress }) => logIn(ctx, body, clientAddress));
  serve(endpoints.logout, async ({ ctx, actor }) => {
    await logOut(ctx, actor);
    return {};
  });
  serve(endpoints.toCode, ({ ctx, body, language }) => sendCode(ctx, { language, ...body }));
  serve(endpoints.getPersonInfo, ({ ctx, actor }) => getPerson(ctx, actor));
  serve(endpoints.updateProfile, ({ ctx, actor, body }) => updateProfile(ctx, actor, body));
  serve(endpoints.changePassword, async ({ ctx, actor, body }) => {
    await changePassword(ctx, actor, body);
    return {};
  });
  serve(changeEmailEndpoint, async ({ ctx, actor, body }) => {
    await changeEmail(ctx, actor, body);
    return {};
  });
  serve(endpoints.setPasswordByMobile, async ({ ctx, body }) => {
    await setPasswordByCode(ctx, body);
    return {};
  });
}
