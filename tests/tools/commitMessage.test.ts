/** The hook that judges commit messages (.githooks/commit-msg), and the examples of CONTRIBUTING.md. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test as base } from 'vitest';
import { onPath } from '../support/programs';

// Git for Windows runs hooks by a shell of its own, which is not on everybody's PATH.
const test = base.skipIf(onPath(['sh']) === undefined);

const folder = mkdtempSync(join(tmpdir(), 'commit-'));
afterAll(() => rmSync(folder, { recursive: true }));

function judge(message: string) {
  const file = join(folder, 'COMMIT_EDITMSG');
  writeFileSync(file, message);
  const { status, stderr } = spawnSync('sh', ['.githooks/commit-msg', file], { encoding: 'utf8' });
  return { status, stderr };
}

const SUBJECT = 'fix(outbox): keep the record on a 200 that is no JSON';
const BODY = 'A captive portal answers everything with its login page.';
const ACCEPTED = { status: 0, stderr: '' };

const kind = 'Not a conventional subject. Expected: type(scope): mechanism';
const long = (count: number) =>
  `The subject has ${count} characters. At most 72 are shown everywhere`;
const why = 'The body is missing: an empty line, then why the change is made';
const refused = (reason: string, subject: string) => ({
  status: 1,
  stderr: `${reason}.\n  ${subject}\nCONTRIBUTING.md shows good ones.\n`,
});

const OF_72 = `docs(outbox): ${'é'.repeat(72 - 'docs(outbox): '.length)}`;

test.each([
  ['subject and body', `${SUBJECT}\n\n${BODY}\n`],
  ['no scope', `docs: an index of decisions\n\n${BODY}\n`],
  ['a break that is announced', `feat(tools)!: requests:watch is gone\n\n${BODY}\n`],
  ['72 characters, whatever their bytes', `${OF_72}\n\n${BODY}\n`],
  ['a trailer behind the body', `${SUBJECT}\n\n${BODY}\n\nSigned-off-by: A <a@b.example>\n`],
  ['git’s own comments', `${SUBJECT}\n\n${BODY}\n# Please enter the commit message\n`],
  ['a merge', "Merge branch 'outbox'\n"],
  ['a revert', `Revert "${SUBJECT}"\n`],
  ['a fixup', `fixup! ${SUBJECT}\n`],
])('accepts %s', (_, message) => {
  expect(judge(message)).toEqual(ACCEPTED);
});

test.each([
  ['an unknown type', `outbox: keep it\n\n${BODY}\n`, kind, 'outbox: keep it'],
  ['no text', `fix: \n\n${BODY}\n`, kind, 'fix: '],
  ['73 characters', `${OF_72}é\n\n${BODY}\n`, long(73), `${OF_72}é`],
  ['no body', `${SUBJECT}\n`, why, SUBJECT],
  ['a body without the empty line', `${SUBJECT}\n${BODY}\n`, why, SUBJECT],
  ['nothing but comments', `${SUBJECT}\n\n# On branch main\n`, why, SUBJECT],
  ['nothing but trailers', `${SUBJECT}\n\nSigned-off-by: A <a@b.example>\n`, why, SUBJECT],
  ['a diff below the scissors', `${SUBJECT}\n\n# ---- >8 ----\n+const a = 1;\n`, why, SUBJECT],
])('refuses %s', (_, message, reason, subject) => {
  expect(judge(message)).toEqual(refused(reason, subject));
});

test('the examples of CONTRIBUTING.md pass', () => {
  const part = readFileSync('CONTRIBUTING.md', 'utf8').split('\n## Commits\n')[1]!;
  const examples = [...part.split('\n## ')[0]!.matchAll(/```text\n([^]*?)```/g)].map(
    ([, message]) => message!,
  );
  expect(examples.map(judge)).toEqual([ACCEPTED, ACCEPTED]);
});
