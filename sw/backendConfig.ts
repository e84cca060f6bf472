import { readConfig } from '../src/firebase/config';

/** The backend's addresses for this worker, from the same build-time variables as the page's. */
export const config = readConfig(import.meta.env, location.hostname);
