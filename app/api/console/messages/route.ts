import { messagesRead } from '@/lib/console/reads/messages';

export const GET = messagesRead.GET;
