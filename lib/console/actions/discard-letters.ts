'use server';

import { discardLetters } from '../../broker';
import { defineAction } from '../http/define-action';
import { letterSelection, toSelection } from '../schemas/letter-selection';
import { reasonSchema } from '../schemas/group';

export const discardLettersAction = defineAction({
  permission: 'dead-letter:discard',
  subject: { group: ({ group }) => group },
  input: letterSelection.extend({ reason: reasonSchema }),
  run: ({ broker, actor }, { reason, ...selection }) =>
    discardLetters(broker, { ...toSelection(selection), reason, actor }),
});
