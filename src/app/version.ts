import { readVersion } from '../backend/rest';
import type { BackendConfig } from '../backend/config';
import type { VersionPort } from '../domain/ports';
import type { Safety } from './safety';
import type { PageWorker } from './worker';

const RELOADED_FOR = 'version.reloadedFor';

/** The version check's view of the backend, the worker and this tab; `unsaved`: what a reload loses. */
export function createVersionPort(
  config: BackendConfig,
  worker: PageWorker,
  unsaved: Safety,
): VersionPort {
  return {
    async stored() {
      const read = await readVersion(config);
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
