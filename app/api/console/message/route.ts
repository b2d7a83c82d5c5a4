import { messageRead } from '@/lib/console/reads/message';

export const GET = messageRead.GET;
