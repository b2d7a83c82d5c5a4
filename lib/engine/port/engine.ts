import type { EngineKind } from '../../model/workspace';
import type { BrokersPort } from './brokers';
import type { DeadLettersPort } from './dead-letters';
import type { GroupsPort } from './groups';
import type { KeysPort } from './keys';
import type { MessagesPort } from './messages';
import type { MovePort } from './move';
import type { ProblemsPort } from './problems';
import type { RedirectsPort } from './redirects';
import type { RedrivesPort } from './redrives';
import type { RetriesPort } from './retries';
import type { ScheduledPort } from './scheduled';
import type { TopicsPort } from './topics';
import type { TransactionsPort } from './transactions';

/** What an engine can do. An operation that one of them lacks names the capability: see offers.ts. */
export interface Engine {
  readonly kind: EngineKind;
  readonly brokers: BrokersPort;
  readonly deadLetters: DeadLettersPort;
  readonly groups: GroupsPort;
  readonly topics: TopicsPort;
  readonly transactions: TransactionsPort;
  readonly keys: KeysPort;
  readonly messages: MessagesPort;
  readonly move: MovePort;
  readonly problems: ProblemsPort;
  readonly redrives: RedrivesPort;
  readonly redirects: RedirectsPort;
  readonly retries: RetriesPort;
  readonly scheduled: ScheduledPort;
}
