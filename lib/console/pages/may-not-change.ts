import 'server-only';
import { type Permission, type Principal, reasonAgainst } from '../../auth/permission';
import { t } from '../../model/language/t';
import { reads } from '../reads/registry';

/** For buttons on the pages of an attached cluster. Null: they work; else why not. */
export async function mayNotChange(
  principal: Principal,
  permission: Permission,
  workspace: string,
): Promise<string | null> {
  const reason = reasonAgainst(principal, permission);
  if (reason !== null) return reason;
  const { data } = await reads.workspaces.load({});
  const found = data.find(({ name }) => name === workspace);
  return found?.allowsChanges === true
    ? null
    : t('{workspace} is read-only. An administrator can allow changes in Settings, Clusters.', { workspace });
}
