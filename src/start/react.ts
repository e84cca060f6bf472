/**
 * React, evaluated before the app asks for it (gate.ts), and by a chunk of a few lines: where a debugger is
 * attached (Lighthouse), V8 parses every script on the stack anew for the errors that React prepares.
 */
import * as client from 'react-dom/client';

// Taken out here, because an export passed on would be evaluated by whoever asks for it.
export const { createRoot, hydrateRoot } = client;
