import type { Plain } from '../../../model/plain';
import type { GatewayView } from '../../http/process-now';
import type { accessKeysPage } from './access-keys';

/** As pages get them: times are ISO 8601 text. */
export type AccessKeysPage = Plain<Awaited<ReturnType<(typeof accessKeysPage)['run']>>>;
export type AccessKeyView = AccessKeysPage['items'][number];
export type { GatewayView };
