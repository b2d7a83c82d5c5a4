import { downloadMessageBody } from '@/lib/console/reads/message-body';

export const GET = downloadMessageBody;
