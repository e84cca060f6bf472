/** React in a chunk of its own that is evaluated as it arrives, before the app asks for it (gate.ts). */
import * as client from 'react-dom/client';

// Taken out here, because an export passed on would be evaluated by whoever asks for it.
export const { createRoot, hydrateRoot } = client;
