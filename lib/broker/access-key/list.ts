import { type AccessKey, type AccessKeyState, stateOf } from '../../model/access/access-key';
import { accessKeyList } from '../../store/queries/access-key/access-key-read';
import type { BrokerContext } from '../context';
import { toAccessKey } from './view';

/** Every access key, newest first, with the state it has at the database's time. */
export async function listAccessKeys(ctx: BrokerContext): Promise<(AccessKey & { readonly state: AccessKeyState })[]> {
  const rows = await accessKeyList(ctx.store.console, ctx.clock.nowOrNull());
  return rows.map((row) => {
    const key = toAccessKey(ctx, row);
    return { ...key, state: stateOf(key, row.now) };
  });
}
