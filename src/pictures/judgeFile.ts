import type { RejectedFile } from '../domain/types';
import { sniff } from './imageTypes';

/**
 * What a chosen file is, by its first bytes: its name and its given type do not count, because systems give photos
 * without extension, with an empty or a wrong type. No more of it is read. `reasonIfEmpty`: why a file without bytes is
 * rejected. Never rejects; a file in a cloud may take minutes.
 */
export async function judgeFile(
  file: File,
  reasonIfEmpty: RejectedFile['reason'] = 'empty',
): Promise<{ type: string } | { reason: RejectedFile['reason'] }> {
  if (file.size === 0) return { reason: reasonIfEmpty };
  // A file that cannot be read (moved away) cannot be sent either.
  const type = await sniff(file).catch(() => undefined);
  return type === undefined ? { reason: 'noImage' } : { type };
}
