import { expect, test } from 'vitest';

import { idOfSegment, segmentOfId } from './message-id';

test.each(['.', '..', '~.', '~~..', '...', '~', '~a', 'a/../b', '%2e%2e', '%', '..\\', '?#', '01AB'])(
  'an address leads to message %s',
  (id) => {
    const address = new URL(`/messages/${encodeURIComponent(segmentOfId(id))}`, 'http://console');
    const [, list, segment = ''] = address.pathname.split('/');
    expect([list, idOfSegment(decodeURIComponent(segment))]).toEqual(['messages', id]);
  },
);
