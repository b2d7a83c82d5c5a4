/** A place where Redrive knowingly behaves otherwise than Apache RocketMQ 5 does. */
export interface Difference {
  readonly id: string;
  readonly original: string;
  readonly redrive: string;
  readonly why: string;
}

/** D1 to D13: where documentation, server and SDKs of the original disagree among themselves, and the choice made. */
export const DIFFERENCES: readonly Difference[] = [
  {
    id: 'D1',
    original:
      'Documented first waits 10 s, 30 s, 1 m; its proxy pushes a list that starts 1 s, 5 s, 10 s to gRPC clients',
    redrive: 'The documented table: 16 intervals from 10 s to 2 h, applied by the server and pushed to SDKs',
    why: 'What operators read in the documentation is what happens',
  },
  {
    id: 'D2',
    original: 'Documented 3 s for ordered groups; its proxy pushes the unordered list',
    redrive: '3 s, fixed, configurable per group',
    why: 'As D1',
  },
  {
    id: 'D3',
    original:
      'The group field for the consumption timeout (15 min) is stored and not read; gRPC deliveries are renewed for 3 h',
    redrive: 'The group field counts: 15 min unless set otherwise, 1 s to 12 h',
    why: 'A hung listener is seen in minutes, and the field means what it says',
  },
  {
    id: 'D4',
    original: 'An unordered message is dead-lettered when it is received again after its last wait, by whoever polls',
    redrive: 'At the failure of the last allowed delivery, or at the end of its lease',
    why: 'Nobody waits 2 h for a message that is already lost, polling or not',
  },
  {
    id: 'D5',
    original: 'Expired handle 40013; a superseded one OK without effect; a change after the ack OK',
    redrive: 'Expired, superseded or changed after the ack: 40013. A repeated ack: OK',
    why: 'The documented meaning; SDKs stop trying on it',
  },
  {
    id: 'D6',
    original: 'A blocked message group blocks its whole queue',
    redrive: 'It blocks itself only; messages of one group stay on one queue',
    why: 'One poison key does not stop the others',
  },
  {
    id: 'D7',
    original: 'Documented: beyond 24 h is delivered at once; its proxy refuses with 40012',
    redrive: '40012',
    why: 'A message a year early is worse than an error',
  },
  {
    id: 'D8',
    original: 'Documented 64 bytes for a message group; its proxy refuses 64',
    redrive: '63 bytes',
    why: 'What the proxy takes',
  },
  {
    id: 'D9',
    original: 'Documented 64 characters for names; the server takes 127 (topic) and 120 (group)',
    redrive: 'New names up to 64; the wire takes 127 and 120',
    why: 'New names also fit every other tool of the field',
  },
  {
    id: 'D10',
    original: 'Ordered push consumers count their tries themselves; the server hears of them at the end',
    redrive: 'The same (it is the SDK that does it); the console marks them as known at the next contact',
    why: 'SDKs are unmodified',
  },
  {
    id: 'D11',
    original: 'Documented producer waits 1 s, x1.6, up to 120 s; its proxy pushes 10 ms, x2, up to 1 s',
    redrive: 'The documented waits, configurable',
    why: 'A throttled broker needs the time',
  },
  {
    id: 'D12',
    original: 'Documented transaction check every 60 s; its broker checks every 30 s after 6 s',
    redrive: '60 s, configurable',
    why: 'As documented',
  },
  {
    id: 'D13',
    original: 'Documented reply code 530 TOO_MANY_REQUESTS; no such constant exists, gRPC answers 42900',
    redrive: '42900, shown with the documented label',
    why: 'SDKs know 42900',
  },
];
