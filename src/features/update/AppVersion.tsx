import type { VersionPort } from '../../domain/ports';
import { UpdateDialog } from './UpdateDialog';
import { useAppVersion } from './useAppVersion';

interface AppVersionProps {
  /** Stable over renders. */
  port: VersionPort;
  log(message: string, error: unknown): void;
}

/** The version check on load; shows nothing unless this client is too old. */
export function AppVersion({ port, log }: AppVersionProps) {
  const { isUpdating, remaining } = useAppVersion(port, log);
  return isUpdating ? <UpdateDialog remaining={remaining} /> : null;
}
