import { msg, t } from '../model/language/t';
import { acknowledgeProblem, type BrokerContext, type Problems, readProblems, releaseProblem } from '../broker';
import type { AlarmIncident } from '../model/alarm/incident';
import { noticeOf, noticeTitle } from '../model/alarm/notice';
import type { Spoken } from '../model/language/languages';
import { speech } from '../model/language/speech';
import { isOpen } from '../model/problem/problem';
import { known, mapReading, notOffered, type Reading, unknown } from '../model/reading';
import type { Store } from '../store/client';
import { incidentOpenList } from '../store/queries/alarm/alarm-incident';
import { ruleList } from '../store/queries/alarm/alarm-rule';
import { passAt } from '../store/queries/alarm/alarm-state';
import { deadLetterSome } from '../store/queries/dead-letter/dead-letter-causes';
import { runningRedrives } from '../store/queries/problem/stopped-redrives';
import { livingConsumers } from '../store/queries/throttle/broker-node';
import type { Queryable } from '../store/queryable';
import { ReadingsOfEach } from './embedded/shared-readings';
import { isWhole, type NavCount, type NavCounts, type ProblemsPort, type RulesNow } from './port/problems';
import { NO_ANSWER, readOrUnknown } from './read-or-unknown';
import { databaseNow } from './reading-time';

const NEWEST = 50;
/** Rules are evaluated every ten seconds. */
const EVALUATED_MS = 60_000;
/** A cluster may have millions of dead letters: so many are counted. */
const COUNTED = 100_000;
const CLIENTS_OF_GROUPS = msg('the clients of a cluster are on the page of each group');
const NOT_COUNTED = msg('brokers of a cluster do not count it');

/** The samples change every 10 s; however many open Now or a navigation in one language, they are read once a second. */
const shared = new ReadingsOfEach<Store, Spoken, Problems>(1_000);

/** @param broker of an attached cluster: the rows that this installation keeps about it */
export function problemsOf(broker: BrokerContext): ProblemsPort {
  const db = broker.store.console;
  const inBroker = broker.workspace === null;
  const read = (): Promise<Problems> => shared.get(broker.store, speech().language, () => readProblems(broker));
  const now = async (): Promise<string> => broker.clock.nowOrNull()?.toISOString() ?? (await databaseNow(db));
  return {
    read,
    rules: async () => readOrUnknown(broker.log, readRules(db), await now()),
    clients: async () =>
      inBroker
        ? mapReading(
            await readOrUnknown(broker.log, livingConsumers(db, broker.clock.nowOrNull()), await now()),
            ({ nodes, groups }) => ({ nodes, consumers: groups.reduce((sum, { consumers }) => sum + consumers, 0) }),
          )
        : notOffered(t(CLIENTS_OF_GROUPS)),
    counts: async (): Promise<NavCounts> => {
      const asOf = await databaseNow(db);
      const [problems, redrives, firing] = await Promise.all([
        readOrUnknown(broker.log, read(), asOf),
        readOrUnknown(broker.log, runningRedrives(db), asOf),
        readOrUnknown(broker.log, incidentOpenList(db), asOf),
      ]);
      const count = (
        of: (all: Problems) => number | null,
        isAtLeast: (all: Problems) => boolean = ({ totals }) => totals.uncounted > 0,
      ): NavCount => {
        if (problems.kind === 'unknown') return exact(problems);
        const value = of(problems.value);
        return value === null
          ? exact(unknown(t(NO_ANSWER), asOf))
          : { reading: known(value, problems.value.now.toISOString()), atLeast: isAtLeast(problems.value) };
      };
      return {
        problems: count(
          ({ items }) => items.filter(isOpen).length,
          ({ checks }) => !isWhole(checks),
        ),
        redrives: exact(redrives),
        newest: firing.kind === 'unknown' ? [] : newestOf(firing.value, broker.workspace),
        ...(inBroker
          ? {
              deadLetters: count(({ totals }) => totals.deadLetters),
              blockedKeys: count(({ totals }) => totals.blockedKeys),
              throttled: count(
                ({ totals }) => totals.throttledTopics,
                () => false,
              ),
              alarms: exact(mapReading(firing, (open) => open.length)),
            }
          : {
              deadLetters: await someDeadLetters(db, asOf),
              blockedKeys: exact(notOffered(t(NOT_COUNTED))),
              throttled: exact(notOffered(t(NOT_COUNTED))),
              alarms: exact(await ifEvaluated(db, firing, asOf)),
            }),
      };
    },
    acknowledge: (input) => acknowledgeProblem(broker, input),
    release: (input) => releaseProblem(broker, input),
  };
}

function exact(reading: Reading<number>): NavCount {
  return { reading, atLeast: false };
}

async function readRules(db: Queryable): Promise<RulesNow> {
  const [rules, open, evaluatedAt] = await Promise.all([ruleList(db), incidentOpenList(db), passAt(db)]);
  const firing = new Set(open.map(({ ruleId }) => ruleId));
  const enabled = rules.filter((rule) => rule.enabled);
  return { enabled: enabled.length, firing: enabled.filter(({ ruleId }) => firing.has(ruleId)).length, evaluatedAt };
}

async function someDeadLetters(db: Queryable, asOf: string): Promise<NavCount> {
  const count = await deadLetterSome(db, COUNTED);
  return { reading: known(Math.min(count, COUNTED), asOf), atLeast: count > COUNTED };
}

/** Rules that were not evaluated lately say nothing of how many fire. */
async function ifEvaluated(
  db: Queryable,
  firing: Reading<readonly AlarmIncident[]>,
  asOf: string,
): Promise<Reading<number>> {
  const at = await passAt(db);
  if (at === null) return unknown(t('its rules were not evaluated yet'), asOf);
  if (Date.parse(asOf) - at.getTime() > EVALUATED_MS)
    return unknown(t('no console evaluates its rules'), at.toISOString());
  return mapReading(firing, (open) => open.length);
}

/** An alarm under a silence notifies when the silence ends, here too. */
function newestOf(open: readonly AlarmIncident[], workspace: string | null): NavCounts['newest'] {
  return open
    .filter(({ told }) => told)
    .slice(-NEWEST)
    .map((each) => {
      const notice = noticeOf('fired', each, '', workspace);
      return { incidentId: each.incidentId, title: noticeTitle(notice), firedAt: notice.firedAt };
    });
}
