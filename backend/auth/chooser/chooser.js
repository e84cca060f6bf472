// The script of the sign-in popup: passes the SDK's auth event to the page that opened it.
const { people, fault, authType, eventId, providerId, redirectUrl } = JSON.parse(
  document.getElementById('facts').textContent,
);
const sections = ['choose', 'another', 'leaving'].map((id) => document.getElementById(id));

function show(id) {
  for (const section of sections) section.hidden = section.id !== id;
}

function handOver(result) {
  show('leaving');
  if (fault?.kind === 'silent') return;
  const authEvent = { type: authType, eventId, sessionId: 'local', tenantId: null, postBody: null };
  // Only the site that started the sign-in may learn which account was chosen.
  window.opener?.postMessage(
    { authEvent: { ...authEvent, ...result } },
    new URL(redirectUrl).origin,
  );
}

function handOverPerson(person) {
  const response = new URL(location.pathname, location.origin);
  response.searchParams.set('providerId', providerId);
  response.searchParams.set('id_token', JSON.stringify({ ...person, email_verified: true }));
  handOver({ urlResponse: response.href, error: null });
}

function handOverError(code) {
  handOver({ urlResponse: null, error: { code, message: 'Error of the local account chooser.' } });
}

for (const row of document.querySelectorAll('[data-sub]')) {
  row.addEventListener('click', () =>
    handOverPerson(people.find(({ sub }) => sub === row.dataset.sub)),
  );
}
document.getElementById('add').addEventListener('click', () => {
  show('another');
  document.querySelector('input').focus();
});
document.getElementById('back').addEventListener('click', () => show('choose'));
document.querySelector('.cancel').addEventListener('click', () => {
  handOverError('auth/user-cancelled');
});
document.getElementById('another').addEventListener('submit', (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const email = String(form.get('email')).trim().toLowerCase();
  const name = String(form.get('name')).trim();
  handOverPerson(
    people.find((person) => person.email === email) ?? { sub: `local:${email}`, email, name },
  );
});

if (fault?.kind === 'closed') window.close();
if (fault?.kind === 'error') handOverError(fault.code);
