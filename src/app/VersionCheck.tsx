import { useState } from 'react';
import { readVersion } from '../backend/rest';
import type { VersionPort } from '../domain/ports';
import { AppVersion } from '../features/update/AppVersion';
import { useAppContext, type AppContext } from './context';
import { log } from './log';

const RELOADED_FOR = 'version.reloadedFor';

function createPort({ services, worker, unsaved }: AppContext): VersionPort {
  return {
    async stored() {
      const read = await readVersion(services.config);
      return read.ok ? read.value : null;
    },
    updateWorker: worker.update,
    reloadedFor() {
      try {
        const text = sessionStorage.getItem(RELOADED_FOR);
        return text === null ? null : Number(text);
      } catch {
        // Storage is blocked: then no reload can be remembered either, and none is done.
        return null;
      }
    },
    rememberReload(version) {
      try {
        sessionStorage.setItem(RELOADED_FOR, String(version));
        return true;
      } catch {
        return false;
      }
    },
    whenSafe: unsaved.whenSafe,
    reload: worker.reload,
  };
}

/** The version check, with the backend, the worker and this tab. Only ever imported lazily. */
export function VersionCheck() {
  const context = useAppContext();
  const [port] = useState(() => createPort(context));
  return <AppVersion port={port} log={log} />;
}
