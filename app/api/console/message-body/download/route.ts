import { downloadMessageBody } from '@/lib/console/reads/downloads';

/** A file, not a read: bytes as they are, never rendered. */
export { downloadMessageBody as GET };
