/** The account chooser: the sign-in popup shows this page instead of Google's. */
import { readFileSync } from 'node:fs';
import type { GooglePerson } from '../accounts';

/**
 * A test can make the next chooser fail: `closed` closes its window, `error` passes on an error code (such as
 * `auth/unauthorized-domain`), `silent` never answers, whatever is chosen.
 */
export type ChooserFault =
  { kind: 'closed' } | { kind: 'error'; code: string } | { kind: 'silent' };

/** The query of `/emulator/auth/handler`, as the Auth SDK's popup resolver writes it. */
export interface ChooserQuery {
  authType: string;
  eventId: string;
  providerId: string;
  redirectUrl: string;
}

const asset = (name: string): string =>
  readFileSync(new URL(`./${name}`, import.meta.url), 'utf8').trim();

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns JSON that is safe inside a script element. */
const escapeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const AVATAR_COLORS = ['#1a73e8', '#c5221f', '#188038', '#9334e6', '#b06000', '#007b83'];

function personButton({ sub, name, email }: GooglePerson, index: number): string {
  const color = AVATAR_COLORS[index % AVATAR_COLORS.length]!;
  return `<li><button type="button" class="row" data-sub="${escapeHtml(sub)}">
    <span class="avatar" style="background:${color}" aria-hidden="true">${escapeHtml(name.slice(0, 1))}</span>
    <span class="who"><span class="name">${escapeHtml(name)}</span><span class="email">${escapeHtml(email)}</span></span>
  </button></li>`;
}

export function chooserPage(
  query: ChooserQuery,
  people: readonly GooglePerson[],
  fault: ChooserFault | undefined,
): string {
  const site = escapeHtml(new URL(query.redirectUrl).host);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Choose an account</title>
<link rel="icon" href="data:,">
<style>${asset('chooser.css')}</style>
</head>
<body>
<main>
  <p class="brand">Local sign-in</p>
  <section id="choose">
    <h1>Choose an account</h1>
    <p class="lead">to continue to <b>${site}</b></p>
    <ul>
      ${people.map(personButton).join('\n      ')}
      <li><button type="button" class="row" id="add">
        <span class="avatar plus" aria-hidden="true">+</span>
        <span class="who"><span class="name">Add another account</span></span>
      </button></li>
    </ul>
    <div class="actions"><button type="button" class="text cancel">Cancel</button></div>
  </section>
  <form id="another" hidden>
    <h1>Add another account</h1>
    <p class="lead">to continue to <b>${site}</b></p>
    <label>Name <input name="name" required maxlength="100" autocomplete="off"></label>
    <label>Email <input name="email" type="email" required maxlength="200" autocomplete="off"></label>
    <div class="actions">
      <button type="button" class="text" id="back">Back</button>
      <button type="submit" class="filled">Sign in</button>
    </div>
  </form>
  <section id="leaving" role="status" hidden>
    <h1>Signing in…</h1>
    <p class="lead">This window closes by itself.</p>
  </section>
  <p class="note" role="note">This page stands in for Google’s account chooser on your own computer.
    There are no passwords, and nothing leaves this machine.</p>
</main>
<script type="application/json" id="facts">${escapeJson({ ...query, people, fault: fault ?? null })}</script>
<script>${asset('chooser.js')}</script>
</body>
</html>
`;
}
