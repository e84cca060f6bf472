import { SCRIPTS_ATTRIBUTE } from '../contract/names';

/** The scripts that this page has started from: their names change with each build. Null or undefined in development. */
export const ownBuild = (): string | null | undefined =>
  document.querySelector(`script[${SCRIPTS_ATTRIBUTE}]`)?.getAttribute(SCRIPTS_ATTRIBUTE);
