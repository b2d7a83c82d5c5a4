import { changeKey, findGroup, listBlockedKeys, moveHeads, planHeads, readKeyLane } from '../../../broker';
import type { KeysPort } from '../../port/keys';
import type { EmbeddedContext } from '../context';
import { toGroupView } from '../groups/groups';

export function embeddedKeys({ broker }: EmbeddedContext): KeysPort {
  return {
    list: async (of) => {
      const group = of.group === undefined ? null : toGroupView(await findGroup(broker, of.group));
      return { ...(await listBlockedKeys(broker, of)), group };
    },
    lane: (of) => readKeyLane(broker, of),
    change: (verb, input) => changeKey(broker, verb, input),
    planHeads: (of) => planHeads(broker, of),
    moveHeads: (of) => moveHeads(broker, of),
  };
}
