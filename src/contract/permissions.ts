/** The permission strings of the specification, each exactly once. */
export const memberPermissions = [
  'user-member-index',
  'user-mydata-index',
  'user-notice-index',
  'user-personal-index',
  'user-collect-index',
  'user-invite-index',
  'user-website-index',
  'user-keyword-index',
  'user-attention-index',
  'admin-project-analysis',
  'admin-project-index',
  'admin-manage-index',
  'admin-manage-senior',
  'admin-manage-academic',
  'admin-manage-wisdom',
  'admin-other-workorder',
  'admin-other-customize',
] as const;

export const staffPermissions = [
  'admin-panel-index',
  'setting-system-role',
  'setting-system-index',
  'setting-system-menus',
  'setting-agreement',
  'admin-system',
  'system-user-index',
  'system-order-index',
  'system-invite-index',
  'system-website-index',
  'system-system-menus',
  'system-notice-index',
  'system-workorder-index',
  'system-customize-index',
  'system-system-log',
] as const;

export const permissions = [...memberPermissions, ...staffPermissions] as const;
export type Permission = (typeof permissions)[number];
