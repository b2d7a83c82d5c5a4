import 'server-only';
import { z } from 'zod';
import { watchedGroups } from '../../store/queries/alarm/alarm-numbers';
import { topicNames } from '../../store/queries/topic/topic-names';
import { defineRead } from '../http/define-read';

/** What a limit can be about, to choose from while typing; a name that is not in it can be typed all the same. */
export interface LimitSubjects {
  readonly topics: readonly string[];
  readonly groups: readonly string[];
}

const SHOWN = 1_000;

export const limitSubjectsRead = defineRead({
  permission: 'limit:read',
  subject: 'system',
  input: z.object({}),
  run: async ({ store }): Promise<LimitSubjects> => {
    const [topics, groups] = await Promise.all([topicNames(store.console), watchedGroups(store.console)]);
    return {
      topics: [...topics.values()].toSorted().slice(0, SHOWN),
      groups: groups.map(({ name }) => name).slice(0, SHOWN),
    };
  },
});
