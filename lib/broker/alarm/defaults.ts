import { defaultRulesOf } from '../../model/alarm/defaults';
import { claimDefaults, ruleInsert } from '../../store/queries/alarm/alarm-rule';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { engineOf } from '../engine-of';

/** Makes the default rules when this database never had them; removed ones stay removed. @returns how many were made */
export async function makeDefaultRules(ctx: BrokerContext): Promise<number> {
  const now = ctx.clock.nowOrNull();
  return await withTransaction(ctx.store.console, async (db) => {
    if (!(await claimDefaults(db, now))) return 0;
    let made = 0;
    for (const fields of defaultRulesOf(engineOf(ctx))) {
      const rule = await ruleInsert(db, now, { fields, reason: 'created at the first start', updatedBy: 'redrive' });
      if (rule !== null) made += 1;
    }
    return made;
  });
}
