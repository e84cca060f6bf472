/**
 * How many mails each address gets at most. Providers stop at some 500 a day (Gmail:
 * https://support.google.com/mail/answer/22839), and then nobody hears of a lead. These limits come to 440 a day: two
 * mails for each of the 100 requests that are mailed at once, and ten in each hour. Several addresses share them.
 */
export interface MailBudget {
  /**
   * So many requests of a clock hour, and of any 24 hours, are mailed at once, each with two mails at most: its text, and
   * its pictures if they come within an hour. What is beyond goes into digests.
   */
  atOncePerHour: number;
  atOncePerDay: number;
  /** The most mails that `mailUnsent` sends in a clock hour. */
  laterPerHour: number;
}

export const WHOLE_BUDGET: MailBudget = { atOncePerHour: 20, atOncePerDay: 100, laterPerHour: 10 };

export const budgetFor = (addresses: number): MailBudget => ({
  atOncePerHour: Math.floor(WHOLE_BUDGET.atOncePerHour / addresses),
  atOncePerDay: Math.floor(WHOLE_BUDGET.atOncePerDay / addresses),
  laterPerHour: Math.floor(WHOLE_BUDGET.laterPerHour / addresses),
});
