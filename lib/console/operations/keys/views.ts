import type { AnswerOf } from '../../http/operation';
import type { BlockedKey } from '../../../broker';
import type { Plain } from '../../../model/plain';
import type { headsPlan } from './heads';
import type { blockedKeysPage } from './keys';

/** As pages get them: times are ISO 8601 text. */
export type BlockedKeyView = Plain<BlockedKey>;
export type HeadsPlanView = AnswerOf<typeof headsPlan>;
export type BlockedKeysPage = AnswerOf<typeof blockedKeysPage>;
