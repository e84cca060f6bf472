// The smallest page with our sign-in; the Auth service's origin comes in the address.
import { createAuthPort } from '../../../../src/backend/authPort';
import { readConfig } from '../../../../src/backend/config';

const element = (id: string) => document.getElementById(id)!;
const signInButton = element('sign-in') as HTMLButtonElement;
const authOrigin = new URLSearchParams(location.search).get('auth');

const auth = createAuthPort(
  { ...readConfig({}, location.hostname), authOrigin },
  { log: (message) => console.warn(message), tokenSyncUrl: '/token-sync' },
);

auth.onUser((user) => {
  element('user').textContent = user ? `${user.name} ${user.uid}` : 'nobody';
});
signInButton.addEventListener('click', () => {
  void auth.signIn().then(({ outcome }) => {
    const item = document.createElement('li');
    item.textContent = outcome;
    element('outcomes').append(item);
    return item;
  });
});
element('sign-out').addEventListener('click', () => void auth.signOut());

await auth.prepare();
signInButton.disabled = false;
