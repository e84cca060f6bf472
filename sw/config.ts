import { readConfig } from '../src/firebase/config';

/** The backend as this worker reaches it; the same build-time variables as the page's. */
export const config = readConfig(import.meta.env, location.hostname);
