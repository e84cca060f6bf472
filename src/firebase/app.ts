import { initializeApp, type FirebaseApp } from 'firebase/app';
import type { BackendConfig } from './config';

/** The Firebase app. Sign-in and the review batch share it, so that the batch is sent with the user's token. */
export function firebaseApp(config: BackendConfig): FirebaseApp {
  const { projectId, apiKey, authDomain, appId } = config;
  // With the same options, every later call returns the app of the first one.
  return initializeApp({ projectId, apiKey, authDomain, appId });
}
