import type { AnswerOf } from '../../http/operation';
import type { clustersPage, listWorkspaces } from './clusters';

/** As pages get them: times are ISO 8601 text. */
export type ClusterView = AnswerOf<typeof clustersPage>[number];
export type WorkspaceView = AnswerOf<typeof listWorkspaces>[number];
