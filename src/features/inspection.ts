/** The one thread from the machines to `/dev/machines`; behind `import.meta.env.DEV`, so nothing of it ships. */
import type { InspectionEvent } from 'xstate';

declare global {
  interface Window {
    /** Set by `/dev/machines`, for the site that runs in its frame. */
    machineInspector?: (event: InspectionEvent) => void;
  }
}

/** Options of every `useMachine` in development. */
export const inspection = {
  inspect: (event: InspectionEvent) => {
    // Null where the frame is somebody else's, an editor's preview for instance.
    const frame = typeof window === 'undefined' ? null : window.frameElement;
    frame?.ownerDocument.defaultView?.machineInspector?.(event);
  },
};
