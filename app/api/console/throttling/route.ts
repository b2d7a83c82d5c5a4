import { throttlingRead } from '@/lib/console/reads/throttling';

export const GET = throttlingRead.GET;
