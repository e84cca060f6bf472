#!/usr/bin/env bash
# firebase 12.19.0 (Auth), Node 20 or later.
# Guess: when the server no longer takes the refresh token of a sign-in, the SDK ends the sign-in: whatever it is asked
# for later would fail as well.
# Seen: that depends on the word with which the server refuses. After TOKEN_EXPIRED, USER_NOT_FOUND and USER_DISABLED
# nobody is signed in any more. After INVALID_REFRESH_TOKEN the user stays signed in, with a token that cannot be renewed.
# Output seen:
#   TOKEN_EXPIRED: auth/user-token-expired, signed in: no
#   USER_NOT_FOUND: auth/user-token-expired, signed in: no
#   USER_DISABLED: auth/user-disabled, signed in: no
#   INVALID_REFRESH_TOKEN: auth/invalid-refresh-token, signed in: yes
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund firebase@12.19.0
cat > seen.mjs <<'JS'
import { createServer } from 'node:http';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  GoogleAuthProvider,
  inMemoryPersistence,
  initializeAuth,
  signInWithCredential,
} from 'firebase/auth';

const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = Math.floor(Date.now() / 1000);
const idToken = `${encode({ alg: 'none' })}.${encode({ sub: 'u', iat: now, exp: now + 3600 })}.`;

for (const word of ['TOKEN_EXPIRED', 'USER_NOT_FOUND', 'USER_DISABLED', 'INVALID_REFRESH_TOKEN']) {
  const server = createServer((request, response) => {
    const answers = {
      signInWithIdp: { localId: 'u', idToken, refreshToken: 'r', expiresIn: '3600', providerId: 'google.com' },
      lookup: { users: [{ localId: 'u' }] },
    };
    const name = Object.keys(answers).find((each) => request.url.includes(each));
    const answer = answers[name] ?? { error: { code: 400, message: word, status: 'INVALID_ARGUMENT' } };
    response.writeHead(name ? 200 : 400, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const app = initializeApp({ projectId: 'demo-a', apiKey: 'a' });
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, `http://127.0.0.1:${server.address().port}`, { disableWarnings: true });
  const { user } = await signInWithCredential(auth, GoogleAuthProvider.credential('{"sub":"1"}'));
  const { code } = await user.getIdToken(true).catch((error) => error);
  console.log(`${word}: ${code}, signed in: ${auth.currentUser === null ? 'no' : 'yes'}`);
  await deleteApp(app);
  server.close();
  server.closeAllConnections();
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'SEEN'
TOKEN_EXPIRED: auth/user-token-expired, signed in: no
USER_NOT_FOUND: auth/user-token-expired, signed in: no
USER_DISABLED: auth/user-disabled, signed in: no
INVALID_REFRESH_TOKEN: auth/invalid-refresh-token, signed in: yes
SEEN
echo 'As it was seen.'
