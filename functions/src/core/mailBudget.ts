/**
 * How many mails each address gets at most. Providers stop at some 500 a day (Gmail:
 * https://support.google.com/mail/answer/22839), and then nobody hears of a lead. These limits come to 440 a day: two
 * mails for each of the 100 requests that are mailed at once, and ten in each hour. Two addresses need a provider that
 * takes 880, three one that takes 1,320 (docs/deploy.md).
 */

/**
 * So many requests of a clock hour, and of any 24 hours, are mailed at once, each with two mails at most: its text, and
 * its pictures if they come within an hour. What is beyond goes into digests.
 */
export const MAX_IMMEDIATE_PER_HOUR = 20;
export const MAX_IMMEDIATE_PER_DAY = 100;
/** The most mails that `mailUnsent` sends in an hour. */
export const MAILS_PER_HOUR = 10;
