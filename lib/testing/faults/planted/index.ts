import type { Fault } from '../fault';
import { BROKER_FAULTS } from './broker';
import { CLUSTER_FAULTS } from './clusters';
import { CONSOLE_FAULTS } from './console';
import { DEAD_LETTER_FAULTS } from './dead-letters';
import { FIND_FAULTS } from './find';
import { GATEWAY_FAULTS } from './gateway';
import { GROUP_FAULTS } from './group';
import { LITE_FAULTS } from './lite';
import { MASKING_FAULTS } from './masking';
import { MODEL_FAULTS } from './model';
import { OUTSIDE_FAULTS } from './outside';
import { QUERY_FAULTS } from './queries';
import { PLANTED_BUGS } from './reliability';
import { POWER_FAULTS } from './power';
import { RECENT_FAULTS } from './recent';
import { RETRY_FAULTS } from './retries';
import { RIGHTS_FAULTS } from './rights';
import { SQL_FAULTS } from './sql';
import { THROTTLE_FAULTS } from './throttle';

export const FAULTS: readonly Fault[] = [
  ...MODEL_FAULTS,
  ...MASKING_FAULTS,
  ...BROKER_FAULTS,
  ...THROTTLE_FAULTS,
  ...SQL_FAULTS,
  ...LITE_FAULTS,
  ...QUERY_FAULTS,
  ...RECENT_FAULTS,
  ...RETRY_FAULTS,
  ...DEAD_LETTER_FAULTS,
  ...FIND_FAULTS,
  ...GATEWAY_FAULTS,
  ...GROUP_FAULTS,
  ...CONSOLE_FAULTS,
  ...CLUSTER_FAULTS,
  ...POWER_FAULTS,
  ...OUTSIDE_FAULTS,
  ...RIGHTS_FAULTS,
  ...PLANTED_BUGS,
];
