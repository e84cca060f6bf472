import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/firebase/config';

const env = {
  VITE_FIREBASE_API_KEY: 'key',
  VITE_FIREBASE_AUTH_DOMAIN: 'cabinets.firebaseapp.com',
  VITE_FIREBASE_PROJECT_ID: 'cabinets',
  VITE_FIREBASE_STORAGE_BUCKET: 'cabinets.firebasestorage.app',
  VITE_FIREBASE_APP_ID: '1:2:web:3',
};
const ports = {
  VITE_LOCAL_FIRESTORE_PORT: '18080',
  VITE_LOCAL_STORAGE_PORT: '19199',
  VITE_LOCAL_AUTH_PORT: '19099',
};

test('with all variables the configuration is that of production', () => {
  expect(readConfig(env, 'www.example.com')).toEqual({
    projectId: 'cabinets',
    apiKey: 'key',
    storageBucket: 'cabinets.firebasestorage.app',
    firestoreOrigin: 'https://firestore.googleapis.com',
    storageOrigin: 'https://firebasestorage.googleapis.com',
    authOrigin: null,
    authDomain: 'cabinets.firebaseapp.com',
    appId: '1:2:web:3',
    local: false,
  });
});

test.each([
  [{}, '127.0.0.2', [8080, 9199, 9099]],
  [{ VITE_FIREBASE_API_KEY: '' }, 'localhost', [8080, 9199, 9099]],
  [ports, 'localhost', [18080, 19199, 19099]],
])('with %j the configuration is that of the local backend', (local, host, ports) => {
  const [firestoreOrigin, storageOrigin, authOrigin] = ports.map(
    (port) => `http://${host}:${port}`,
  );
  const origins = { firestoreOrigin, storageOrigin, authOrigin };
  const expected = { projectId: 'demo-cabinets', storageBucket: 'demo-cabinets.appspot.com' };
  expect(readConfig(local, host)).toMatchObject({ ...expected, ...origins, local: true });
});

test('with some variables missing, the error names each of them', () => {
  const some = { ...env, VITE_FIREBASE_API_KEY: '', VITE_FIREBASE_APP_ID: undefined };
  expect(() => readConfig(some, 'localhost')).toThrow(
    new ConfigError('Missing Firebase configuration: VITE_FIREBASE_API_KEY, VITE_FIREBASE_APP_ID.'),
  );
});

test.each(['0', '65536', 'http', '80.5'])('a port %j is refused', (port) => {
  const message = `VITE_LOCAL_AUTH_PORT is not a port: ${port}.`;
  expect(() => readConfig({ VITE_LOCAL_AUTH_PORT: port }, 'localhost')).toThrow(message);
});
