import { msg } from '@/lib/model/language/t';

/** As they are shown; the API and the audit log have the names themselves. */
export const ROLE_NAMES: Readonly<Record<string, string>> = {
  admin: msg('admin'),
  operator: msg('operator'),
  viewer: msg('viewer'),
  member: msg('member'),
  // Of a team.
  owner: msg('owner'),
};
