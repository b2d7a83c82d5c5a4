import { downloadMessageBody } from '@/lib/console/reads/message-body';

/** A file, not a read: bytes as they are, never rendered. */
export { downloadMessageBody as GET };
