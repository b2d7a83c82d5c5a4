import { messageBodyRead } from '@/lib/console/reads/message-body';

export const GET = messageBodyRead.GET;
