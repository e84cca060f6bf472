/**
 * The `predeploy` hook of hosting (firebase.json): ends with 1, and says how to mend it, unless `dist` is a
 * whole build of this checkout for the project that is deployed to. The Firebase CLI runs hooks in the folder
 * of firebase.json, with GCLOUD_PROJECT and RESOURCE_DIR, and deploys nothing when one fails (firebase-tools,
 * src/deploy/lifecycleHooks.ts).
 */
import { existsSync, readdirSync } from 'node:fs';
import { hashOfSources, markIn } from './mark';

const BUILD = 'Build the site: npm run build';

/** Undefined where the folder may be deployed; else what is wrong, and how to mend it. */
function problemOf(folder: string, project: string): string | undefined {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return `There is none.\n${BUILD}`;
  const mark = markIn(folder);
  if (!mark) return `It is incomplete: the build did not finish.\n${BUILD}`;
  if (mark.project === null) {
    return `It was built for this machine only: no visitor's request would reach you.\n${BUILD}`;
  }
  if (mark.project !== project) {
    return (
      `It is for the project ${mark.project}: every visitor's request would go there.\n` +
      `Put the values of ${project} into .env, then build the site: npm run build`
    );
  }
  if (mark.unread.length > 0) {
    const parts = mark.unread.join(' and ');
    return `It lacks ${parts}: the build could not read that from the project.\n${BUILD}`;
  }
  return mark.sources === hashOfSources()
    ? undefined
    : `It is older than what is in this folder now: something has changed since.\n${BUILD}`;
}

const project = process.env['GCLOUD_PROJECT'];
if (project === undefined) throw new Error('Only `firebase deploy` runs this.');
const problem = problemOf(process.env['RESOURCE_DIR'] ?? 'dist', project);
if (problem !== undefined) {
  console.error(`The built site cannot be deployed to ${project}. ${problem}`);
  process.exitCode = 1;
}
