import { initializeApp, type FirebaseApp } from 'firebase/app';
import type { BackendConfig } from './config';

/** The Firebase app that sign-in and the review batch share, so that the batch carries the user's token. */
export function firebaseApp(config: BackendConfig): FirebaseApp {
  const { projectId, apiKey, authDomain, appId } = config;
  // The second call gives what the first one made.
  return initializeApp({ projectId, apiKey, authDomain, appId });
}
