import { randomInt } from 'node:crypto';
import type { Records } from '../persistence/records';

/** The stored account of a person who has signed in. Times are milliseconds since 1970. */
export interface LocalAccount {
  /** The uid: 28 alphanumeric characters, as in Firebase. */
  localId: string;
  /** Google's id for the person (`sub` of Google's ID token). */
  sub: string;
  /** The e-mail address, in lower case. */
  email: string;
  /** Whether the person has shown to receive mail at the address. If left out, it is so. */
  emailVerified?: boolean;
  name: string;
  /** What Google said at the last sign-in. */
  provider?: { email: string; name: string };
  createdAt: number;
  lastLoginAt: number;
  /** The owner has disabled the account, as the Firebase console does. */
  disabled?: boolean;
  /** Sign-ins before this time have ended, as after the Admin SDK's `revokeRefreshTokens`. */
  validSince?: number;
}

export type AccountRecords = Records<LocalAccount>;

export interface GooglePerson {
  sub: string;
  email: string;
  emailVerified?: boolean;
  name: string;
}

/** The people whom the chooser always offers, even before anyone has signed in. */
export const SAMPLE_PEOPLE: readonly GooglePerson[] = [
  { sub: '100000000000000000001', email: 'maria.alvarez@example.com', name: 'Maria Alvarez' },
  { sub: '100000000000000000002', email: 'sam.carter@example.com', name: 'Sam Carter' },
  { sub: '100000000000000000003', email: 'linh.tran@example.com', name: 'Linh Tran' },
  { sub: '100000000000000000004', email: 'owner@example.com', name: 'Olivia Owner' },
];

const UID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function newUid(): string {
  return Array.from({ length: 28 }, () => UID_CHARACTERS[randomInt(UID_CHARACTERS.length)]).join(
    '',
  );
}

/** Everyone whom the chooser lists: the sample people, then the others who have signed in, oldest account first. */
export function peopleToChoose(accounts: AccountRecords): GooglePerson[] {
  const others = accounts
    .all()
    .filter(({ sub }) => !SAMPLE_PEOPLE.some((sample) => sample.sub === sub))
    .sort((a, b) => a.createdAt - b.createdAt)
    .map(({ sub, email, name }) => ({ sub, email, name }));
  return [...SAMPLE_PEOPLE, ...others];
}

export const isVerified = ({ emailVerified = true }: LocalAccount): boolean => emailVerified;

/** The account of this Google account; without one, the account of the address. */
export function accountOf(accounts: AccountRecords, { sub, email }: GooglePerson) {
  const all = accounts.all();
  return all.find((each) => each.sub === sub) ?? all.find((each) => each.email === email);
}

/**
 * Signs a person in to the `known` account, or to a new one. An account keeps the name and the address of its first
 * sign-in: a person who has others at Google since then keeps the old ones here (firebase-ios-sdk issue 6448, and the
 * official emulator). Another Google account with its address takes it over. `now` is milliseconds since 1970.
 */
export function signInPerson(
  accounts: AccountRecords,
  person: GooglePerson,
  known: LocalAccount | undefined,
  now: number,
): LocalAccount {
  const { email, name } = person;
  const account: LocalAccount = {
    ...(known ?? { localId: newUid(), createdAt: now }),
    ...(known?.sub === person.sub ? known : person),
    // Whoever signed in before the address was verified may have been somebody else.
    ...(known && known.sub !== person.sub && !isVerified(known) && { validSince: now }),
    provider: { email, name },
    lastLoginAt: now,
  };
  accounts.put(account.localId, account);
  return account;
}
