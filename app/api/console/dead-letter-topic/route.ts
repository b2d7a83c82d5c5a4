import { deadLetterTopicRead } from '@/lib/console/reads/dead-letter-topic';

export const GET = deadLetterTopicRead.GET;
