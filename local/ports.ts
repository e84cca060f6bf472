import type { ServiceName } from './faults/index';

export type Ports = Record<ServiceName, number>;

/** As in the `emulators` block of firebase.json, so that Firebase's own emulators can take over. */
export const DEFAULT_PORTS: Ports = { hosting: 5000, firestore: 8080, auth: 9099, storage: 9199 };
