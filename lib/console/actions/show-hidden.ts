'use server';

import { z } from 'zod';
import { BrokerError } from '../../model/errors';
import { hidingProperty } from '../../model/masking/hide';
import { userProperties } from '../../model/message';
import { defineAction } from '../http/define-action';
import { noteShown } from '../http/note-bodies';
import { rulesFor } from '../http/shown-parts';
import { bodyGone, bodyPlace, loadBody, toBodyView, whyNotShow } from '../http/stored-body';

/** What masking rules hide of one message, shown to one person once. Who, why and by which rules is on record first. */
export const showHiddenAction = defineAction({
  permission: 'message:unmask',
  subject: { topic: ({ topic }) => topic },
  input: bodyPlace.extend({
    topic: z.string().min(1).max(200),
    reason: z.string().trim().min(1, 'Enter a reason; it is kept in the audit log.').max(500),
  }),
  ofLetters: true,
  run: async (ctx, { reason, topic, ...place }) => {
    const found = await loadBody(ctx, place);
    // as if it was not there: who may not see its topic must not learn that there is such a message
    if (found.topic !== topic) throw bodyGone(place.id);
    const hiding = rulesFor(ctx.broker, found);
    for (const rule of hiding) {
      const why = whyNotShow(ctx.principal, found.topic, rule);
      if (why === null) continue;
      throw new BrokerError('forbidden', `The hidden values are not shown: ${why}.`, {
        field: 'id',
        limit: 'values that every rule lets you have shown',
        value: place.id,
      });
    }
    const own = userProperties(found.properties ?? {});
    const properties = Object.entries(own).filter(([name]) => hidingProperty(name, hiding) !== null);
    await noteShown(ctx, { target: place.id, reason, at: place.at, topic, rules: hiding.map(({ name }) => name) });
    return { ...toBodyView(place.id, found, found.body.bytes), hidden: null, hiding: [], properties };
  },
});
