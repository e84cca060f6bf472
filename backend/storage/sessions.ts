import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openRecords } from '../persistence/records';
import type { ObjectSettings, ObjectStore } from './objectStore';

/** A resumable upload. The bytes received so far are in the object store's blobs. */
export interface UploadSession {
  id: string;
  name: string;
  settings: ObjectSettings;
  /** The size in bytes that the client declared at the start; null if it declared none. */
  declaredSize: number | null;
  state: 'active' | 'final';
  startedAt: string;
  /** Set when the upload has ended. */
  size?: number;
  blob: string;
}

export type UploadSessions = ReturnType<typeof createUploadSessions>;

/** The real service keeps a session for a week. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

export interface UploadSessionsOptions {
  objects: ObjectStore;
  dataDir: string | null;
  now: () => Date;
}

export function createUploadSessions({ objects, dataDir, now }: UploadSessionsOptions) {
  const records = openRecords<UploadSession>(dataDir && join(dataDir, 'uploads'));

  for (const { id, startedAt, state, blob } of records.all()) {
    if (now().getTime() - Date.parse(startedAt) <= MAX_AGE_MS) continue;
    records.remove(id);
    if (state === 'active') objects.blobs.remove(blob);
  }

  return {
    start(start: Pick<UploadSession, 'name' | 'settings' | 'declaredSize'>) {
      const session: UploadSession = {
        ...start,
        id: randomUUID(),
        state: 'active',
        startedAt: now().toISOString(),
        blob: randomUUID(),
      };
      records.put(session.id, session);
      return session;
    },
    find: (id: string) => records.get(id),
    save: (session: UploadSession) => records.put(session.id, session),
    received: (session: UploadSession) => session.size ?? objects.blobs.size(session.blob),
  };
}
