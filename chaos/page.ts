import type { FuzzRecord } from './fuzz/record';
import type { ChaosRecord } from './record';
import { MEASURES } from './soak/flat';
import type { SoakRecord } from './soak/record';
import { faultsOf } from './verdict';

const NAMES: Readonly<Record<keyof ReturnType<typeof faultsOf>, string>> = {
  lost: 'acknowledged messages lost',
  stuck: 'messages stuck when everything was whole again',
  doubleLeases: 'messages in the hands of two consumers at once',
  fifoViolations: 'ordered messages delivered before an earlier one of their key was done',
  ackedAgain: 'messages delivered again after an answered ack',
  invented: 'messages delivered that no client sent',
  storedTwice: 'messages stored twice although senders repeat calls without an answer',
  practiceLost: 'messages of the practice incident lost',
  unexpectedEnds: 'nodes that ended by themselves',
  brokenInvariants: 'rules of the database that did not hold',
};

/** Of none in so many, the rate is below this with 95 % confidence (the rule of three). */
function rateBelow(count: number): string {
  return count === 0 ? 'unknown' : `1 in ${Math.floor(count / 3).toLocaleString('en-US')}`;
}

const count = (value: number): string => value.toLocaleString('en-US');

function fuzzPart({ at, seed, targets }: FuzzRecord): string[] {
  return [
    '## Made-up inputs',
    '',
    `\`npm run fuzz\` on ${at.slice(0, 10)}, seed ${seed}. Wrong is an input that was taken and should not`,
    'be, a crash, a caller without an answer, and an error of the server.',
    '',
    '| What | Inputs | Wrong |',
    '|---|---|---|',
    ...targets.map(({ target, inputs, wrong }) => `| ${target} | ${count(inputs)} | ${count(wrong.length)} |`),
    '',
  ];
}

function soakPart({ at, minutes, acknowledged, flatness }: SoakRecord): string[] {
  const text = (value: number, unit: string): string => `${count(Math.round(value))}${unit === '' ? '' : ` ${unit}`}`;
  return [
    '## Soak',
    '',
    `\`npm run soak -- --minutes ${minutes}\` on ${at.slice(0, 10)}: ${count(acknowledged)} messages with a retention`,
    'of 2.5 minutes. Medians of the third and of the last quarter:',
    '',
    '| What | Before | After | Flat |',
    '|---|---|---|---|',
    ...flatness.map(({ measure, before, after, isFlat }) => {
      const { name, unit } = MEASURES[measure];
      return `| ${name} | ${text(before, unit)} | ${text(after, unit)} | ${isFlat ? 'yes' : 'no'} |`;
    }),
    '',
    '![Memory, connections and tables over the run](../../chaos/results/soak.svg)',
    '',
  ];
}

/** The page of the documentation, made of all recorded rounds. */
export function toMarkdown(record: ChaosRecord, fuzz: FuzzRecord | null, soak: SoakRecord | null): string {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const days = [...new Set(record.rounds.map(({ at }) => at.slice(0, 10)))];
  return [
    '# Reliability',
    '',
    '<!-- Made by `npm run chaos -- --record` from chaos/results/latest.json: change chaos/page.ts instead. -->',
    '',
    'Redrive promises: a message whose send was answered with OK is never lost, it is in the hands of at most one',
    'consumer at a time, and an ack that was answered with OK is final. `npm run chaos` tries to break this. Its own',
    'process keeps what clients saw, apart from the database, while broker nodes are killed with SIGKILL or frozen,',
    'PostgreSQL is stopped at once or killed, connections are cut or fall silent, the disk is full, forgotten',
    'transactions hold old rows, and the wall clocks of nodes and of the database are put forward and back. In rounds',
    'with a pair, PostgreSQL is a primary with a synchronous standby: the primary is lost, the roles are exchanged,',
    'the primary takes no writes, or the standby stands still. Clients send, receive, fail, forward to dead letters,',
    'forget to answer, and use ordered keys; dead letters are re-driven all the time, an operator takes messages from',
    'clients, and the practice incident runs with official SDK clients.',
    '',
    `${count(record.rounds.length)} rounds are recorded, ${count(Math.round(record.seconds / 60))} minutes in all, ` +
      `${days.length === 1 ? `of ${days[0]}` : `from ${days[0]} to ${days.at(-1)}`}. ` +
      'Each began with an empty database.',
    '',
    '| What was done | Times |',
    '|---|---|',
    `| messages sent and acknowledged | ${count(record.acknowledged)} |`,
    `| deliveries, of them repeated | ${count(record.deliveries)}, ${count(record.redeliveries)} |`,
    `| processes of brokers killed | ${count(record.brokerKills)} |`,
    `| broker nodes frozen for up to 12 s | ${count(record.freezes)} |`,
    `| PostgreSQL stopped at once or killed | ${count(record.postgresCrashes)} |`,
    `| primaries of a synchronous pair lost, their standby promoted | ${count(record.failOvers)} |`,
    `| primary and standby exchanged | ${count(record.switchOvers)} |`,
    `| primary read-only for up to 3 s, standby frozen for up to 8 s | ` +
      `${count(record.demotions)}, ${count(record.frozenStandbys)} |`,
    `| all connections of a node or of the database cut | ${count(record.cutRounds)} |`,
    `| connections cut in all | ${count(record.connectionCuts)} |`,
    `| connections that fell silent | ${count(record.halfOpen)} |`,
    `| faults after a minute of standstill | ${count(record.standstills)} |`,
    `| full disks | ${count(record.fullDisks)} |`,
    `| held snapshots | ${count(record.heldSnapshots)} |`,
    `| jumps of a node's wall clock, up to an hour off | ${count(record.nodeClockJumps)} |`,
    `| jumps of the database's clock, up to 10 minutes on and 30 s back | ${count(record.databaseClockJumps)} |`,
    `| messages taken from clients by an operator | ${count(record.revoked)} |`,
    `| re-drives, messages in them | ${count(record.redrives)}, ${count(record.redriven)} |`,
    `| messages of the practice incident | ${count(record.practiceSent)} |`,
    '',
    '| What was found | Times |',
    '|---|---|',
    ...Object.entries(faultsOf(record)).map(([name, value]) => `| ${NAMES[name]} | ${count(value)} |`),
    '',
    ...(record.lost > 0
      ? []
      : [`None lost of so many says: with 95 % confidence fewer than ${rateBelow(record.acknowledged)}.`, '']),
    '| How long it took | Median of the rounds | Longest |',
    '|---|---|---|',
    `| a killed node is ready again | ${seconds(record.brokerReadyP50Ms)} | ${seconds(record.brokerReadyMaxMs)} |`,
    `| PostgreSQL is back | ${seconds(record.postgresReadyP50Ms)} | ${seconds(record.postgresReadyMaxMs)} |`,
    `| the standby of a lost primary takes writes | ${seconds(record.failOverP50Ms)} | ` +
      `${seconds(record.failOverMaxMs)} |`,
    `| from the last fault until every message was done | ${seconds(record.settledP50Ms)} | ` +
      `${seconds(record.settledMaxMs)} |`,
    '',
    'Nodes that start while there is no database wait for it, so their longest time holds that of PostgreSQL.',
    '',
    '```sh',
    'npm run chaos -- --minutes 30 --record       # adds rounds of 5 minutes to this page',
    'npm run chaos -- --minutes 5 --seed 1        # these faults again',
    'npm run chaos -- --faults brokers,postgres   # only these',
    'npm run chaos -- --pair                      # a primary with a synchronous standby, which change roles',
    'npm run chaos:planted                        # twenty bugs are planted: is each of them noticed?',
    'npm run fuzz -- --inputs 20000               # what no client sends: bytes, messages, handles, requests',
    'npm run soak -- --minutes 60                 # memory, connections and tables stay flat',
    '```',
    '',
    'A seed decides which faults come and after how long. When they meet which call also depends on the machine. Seeds',
    'of the recorded rounds:',
    '',
    record.seeds.join(', '),
    '',
    ...(fuzz === null ? [] : fuzzPart(fuzz)),
    ...(soak === null ? [] : soakPart(soak)),
  ].join('\n');
}
