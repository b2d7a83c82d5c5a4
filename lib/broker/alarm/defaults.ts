import { DEFAULT_RULES } from '../../model/alarm/defaults';
import { claimDefaults, ruleInsert } from '../../store/queries/alarm/alarm-rule';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';

/** Makes the default rules when this database never had them; removed ones stay removed. @returns how many were made */
export async function makeDefaultRules(ctx: BrokerContext): Promise<number> {
  const now = ctx.clock.nowOrNull();
  return await withTransaction(ctx.store.console, async (db) => {
    if (!(await claimDefaults(db, now))) return 0;
    let made = 0;
    for (const fields of DEFAULT_RULES) {
      const rule = await ruleInsert(db, now, { fields, reason: 'created at the first start', updatedBy: 'redrive' });
      if (rule !== null) made += 1;
    }
    return made;
  });
}
