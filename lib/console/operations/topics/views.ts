import type * as port from '../../../engine';
import type { Plain } from '../../../model/plain';
import type { topicConnect } from './connect';
import type { getTopicDecoder, tryTopicDecoder } from './decoder';
import type { liteTopicsPage } from './pages';

/** As pages get them: times are ISO 8601 text. */
export type TopicRow = Plain<port.TopicRow>;
export type TopicsPage = Plain<port.TopicsPage>;
export type TopicView = Plain<port.TopicDetail>;
export type TopicQueueView = Plain<port.TopicQueue>;
export type TopicReaderView = Plain<port.TopicReader>;
export type TopicClientView = Plain<port.TopicClient>;
export type ProducerView = Plain<port.TopicProducer>;
export type TopicConnectView = Plain<Awaited<ReturnType<(typeof topicConnect)['run']>>>;
export type TopicDecoderView = NonNullable<Plain<Awaited<ReturnType<(typeof getTopicDecoder)['run']>>>['decoder']>;
export type TriedDecoder = Plain<Awaited<ReturnType<(typeof tryTopicDecoder)['run']>>>;
export type LiteTopicsPage = Plain<Awaited<ReturnType<(typeof liteTopicsPage)['run']>>>;
export type ThrottledTopic = Plain<port.ThrottledTopic>;
