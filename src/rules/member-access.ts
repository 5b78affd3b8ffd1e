import { memberPermissions, type Permission, permissions } from '#shared/contract/permissions.ts';

/** What a member may do until roles say otherwise: every member screen; the first admin holds everything. */
export function permissionsOf(type: 'member' | 'admin'): readonly Permission[] {
  return type === 'admin' ? permissions : memberPermissions;
}

/** VIP is active only while the flag is set and the expiry lies ahead. */
export function isVipActive(memberInfo: { is_vip: boolean; vip_expire_time: number | null }, now: number): boolean {
  return memberInfo.is_vip && memberInfo.vip_expire_time !== null && memberInfo.vip_expire_time > now;
}

/** A requirement of `true` (or none) is met by anyone signed in; a list is met by any one of it. */
export function isAllowed(requirement: true | readonly string[] | undefined, held: readonly string[]): boolean {
  if (requirement === undefined || requirement === true) return true;
  return requirement.some((permission) => held.includes(permission));
}
