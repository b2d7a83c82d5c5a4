import { throttlingRead } from '@/lib/console/queries/throttling';

export const GET = throttlingRead.GET;
