/** What a 4.x client that traces writes, in the form of the newest clients. */
type Written =
  | readonly [
      'sent',
      { readonly messageId: string; readonly group: string; readonly atMs: number; readonly tookMs: number },
    ]
  | readonly [
      'begun',
      {
        readonly requestId: string;
        readonly messageId: string;
        readonly group: string;
        readonly retryTimes: number;
        readonly atMs: number;
      },
    ]
  | readonly [
      'ended',
      {
        readonly requestId: string;
        readonly messageId: string;
        readonly group: string;
        readonly atMs: number;
        readonly tookMs: number;
        /** 0 is success. */
        readonly code: number;
      },
    ];

/** The body of a message of a trace topic. */
export function traceBody(...records: readonly Written[]): string {
  return records.map((record) => `${fieldsOf(record).join('\u0001')}\u0002`).join('');
}

function fieldsOf(record: Written): readonly (string | number)[] {
  switch (record[0]) {
    case 'sent': {
      const { messageId, group, atMs, tookMs } = record[1];
      return ['Pub', atMs, 'DefaultRegion', group, 'orders', messageId, '', '', 'b', 2, tookMs, 0, 'store-id', 'true'];
    }
    case 'begun': {
      const { requestId, messageId, group, retryTimes, atMs } = record[1];
      return ['SubBefore', atMs, 'DefaultRegion', group, requestId, messageId, retryTimes, ''];
    }
    case 'ended': {
      const { requestId, messageId, group, atMs, tookMs, code } = record[1];
      return ['SubAfter', requestId, messageId, tookMs, String(code === 0), '', code, atMs, group];
    }
  }
}
