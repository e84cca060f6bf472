/** Versions around this client's, so that raising it breaks no test. */
import { CLIENT_VERSION } from '../../src/domain/constants';

const hundredths = (count: number) => Math.round(CLIENT_VERSION * 100 + count) / 100;

export const OLDER_VERSION = hundredths(-1);
export const NEWER_VERSION = hundredths(1);
export const NEWEST_VERSION = hundredths(2);
