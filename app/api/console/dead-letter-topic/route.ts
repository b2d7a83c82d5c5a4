import { deadLetterTopicRead } from '@/lib/console/queries/dead-letter-topic';

export const GET = deadLetterTopicRead.GET;
