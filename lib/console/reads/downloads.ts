import 'server-only';
import { download } from '../http/operation';
import { exportOnPage } from '../operations/dead-letters/export';
import { messageBodyFile } from '../operations/messages/body';
import { exportRedriveMessages, exportStays } from '../operations/redrives/downloads';

/** Files, and no reads: each is as long as what it lists. */
export const downloadDeadLetters = download(exportOnPage);
export const downloadMessageBody = download(messageBodyFile);
export const downloadRedriveMessages = download(exportRedriveMessages);
export const downloadStays = download(exportStays);
