/**
 * The `predeploy` hook of hosting (firebase.json): exits with 0 only if `dist` is a complete build of this checkout for
 * the project to which it is deployed. The Firebase CLI runs hooks in the folder of firebase.json, with GCLOUD_PROJECT
 * and RESOURCE_DIR, and deploys nothing if one fails (firebase-tools, src/deploy/lifecycleHooks.ts).
 */
import { existsSync, readdirSync } from 'node:fs';
import { hashOfSources, markIn } from './mark';

const BUILD = 'Build the site with npm run build, then deploy again.';

/** Says what is wrong with the build in the folder, and how to fix it; undefined if it may be deployed. */
function problemOf(folder: string, project: string): string | undefined {
  if (!existsSync(folder) || readdirSync(folder).length === 0)
    return `There is no built site.\n${BUILD}`;
  const mark = markIn(folder);
  if (!mark) return `The built site is incomplete, because the build did not finish.\n${BUILD}`;
  if (mark.project === null) {
    return `The site was built for this machine only: no visitor's request would reach you.\n${BUILD}`;
  }
  if (mark.project !== project) {
    return (
      `The site was built for the project ${mark.project}: every visitor's request would go there.\n` +
      `Rename the file .env and run npm run setup -- --project ${project}, which writes a new one. ${BUILD}`
    );
  }
  if (mark.unread.length > 0) {
    const parts = mark.unread.join(' and ');
    return `The built site lacks ${parts}, because the build could not read that from the project.\n${BUILD}`;
  }
  return mark.sources === hashOfSources()
    ? undefined
    : `The built site is old: files of this folder have changed since the build.\n${BUILD}`;
}

const project = process.env['GCLOUD_PROJECT'];
if (project === undefined) {
  throw new Error('This program is run by `firebase deploy` only: GCLOUD_PROJECT is not set.');
}
const problem = problemOf(process.env['RESOURCE_DIR'] ?? 'dist', project);
if (problem !== undefined) {
  console.error(`Nothing is deployed to ${project}. ${problem}`);
  process.exitCode = 1;
}
